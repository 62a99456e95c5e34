import Dispatch
import Signals

func sourceOnAQueue() {
  heading("A source that lives on a queue")
  let isOver = DispatchSemaphore(value: 0)
  code("let queue = DispatchQueue(label: \"model\")")
  let queue = DispatchQueue(label: "model")
  code("let model = SignalInput<Int>(on: queue)")
  let model = SignalInput<Int>(on: queue)
  code("let endpoint = model.signal.subscribe { result($0) }")
  let endpoint = model.signal.subscribe { event in
    result(event)
    if case .end = event { isOver.signal() }
  }
  code("queue.suspend()   // so that one can see that the sender goes on")
  queue.suspend()
  code("model.send(1)")
  result(model.send(1))
  code("model.finish()")
  result(model.finish())
  code("queue.resume()")
  queue.resume()
  isOver.wait()
  endpoint.cancel()
}

func deliveryOnAQueue() {
  heading("Delivery on a queue: what waits is bounded where you say so")
  deliver("unbounded", buffering: .unbounded)
  deliver("newest(2)", buffering: .newest(2))
  deliver("oldest(2)", buffering: .oldest(2))
}

private func deliver(_ name: String, buffering policy: BufferingPolicy) {
  let input = SignalInput<Int>()
  let queue = DispatchQueue(label: "display")
  let isOver = DispatchSemaphore(value: 0)
  code("input.signal.deliver(on: queue, buffering: .\(name))   // 1 to 4 are sent while the queue stands still")
  let endpoint = input.signal
    .deliver(on: queue, buffering: policy)
    .scan([]) { seen, value in seen + [value] }
    .subscribe { event in
      switch event {
      case .value(let seen): result(seen)
      case .end:
        result("the end")
        isOver.signal()
      }
    }
  queue.suspend()
  for value in 1...4 { input.send(value) }
  input.finish()
  queue.resume()
  isOver.wait()
  endpoint.cancel()
}
