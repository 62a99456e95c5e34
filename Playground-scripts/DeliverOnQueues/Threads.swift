import Dispatch
import Lesson
import Signals

func reentrantSends() {
  heading("Re-entrant sends: delivered after the current event, never nested")
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

func mutualSends() {
  heading("Sends never wait, so two signals that send to each other can't deadlock")
  let (left, right) = (SignalInput<Int>(), SignalInput<Int>())
  let both = DispatchSemaphore(value: 0)
  var endpoints: [any Cancellable] = []
  code()
  endpoints += left.signal.subscribeValues { if $0 > 0 { right.send($0 - 1) } else { both.signal() } }
  code()
  endpoints += right.signal.subscribeValues { if $0 > 0 { left.send($0 - 1) } else { both.signal() } }
  code()
  // Two threads, one ball each, ten thousand times over the net.
  for side in [left, right] { DispatchQueue.global().async { side.send(10_000) } }

  both.wait()
  both.wait()
  result("both balls have come to rest")
  endpoints.cancelAll()
}

func manyThreads() {
  heading("Sends from many threads: the closures of a subscription never overlap")
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
