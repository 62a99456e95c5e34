import Dispatch
import Lesson
import Signals

func aHandlerThatSends() {
  heading("What a handler sends comes after the event that it handles: nothing ever nests")
  let input = SignalInput<Int>()
  code()
  let endpoint = input.signal.subscribeValues { value in
    result(value, "begins")
    if value < 3 { input.send(value + 1) }
    result(value, "ends")
  }
  code()
  input.send(1)

  endpoint.cancel()
}

func twoThatSendToEachOther() {
  heading("Sends wait for nobody, so they can't lock each other out")
  let (left, right) = (SignalInput<Int>(), SignalInput<Int>())
  let both = DispatchSemaphore(value: 0)
  var endpoints: [any Cancellable] = []
  code()
  endpoints += left.signal.subscribeValues { if $0 > 0 { right.send($0 - 1) } else { both.signal() } }
  code()
  endpoints += right.signal.subscribeValues { if $0 > 0 { left.send($0 - 1) } else { both.signal() } }
  code()
  // Two threads, a ball each, ten thousand times over the net.
  for side in [left, right] { DispatchQueue.global().async { side.send(10_000) } }

  both.wait()
  both.wait()
  result("both balls have come to rest")
  endpoints.cancelAll()
}

func manyThreads() {
  heading("However many threads send, the closures of a subscription take turns")
  let input = SignalInput<Int>()
  let all = DispatchSemaphore(value: 0)
  code()
  let endpoint = input.signal  // no lock
    .scan((count: 0, sum: 0)) { ($0.count + 1, $0.sum + $1) }
    .filter { $0.count == 4_000 }
    .subscribeValues {
      result("values:", $0.count, "sum:", $0.sum)
      all.signal()
    }
  code()
  DispatchQueue.concurrentPerform(iterations: 4) { _ in for value in 1...1_000 { input.send(value) } }

  all.wait()
  endpoint.cancel()
}
