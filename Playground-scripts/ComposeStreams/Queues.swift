import Dispatch
import Lesson
import Signals

func sourceOnAQueue() {
  heading("A source on a queue of its own")
  let isOver = DispatchSemaphore(value: 0)
  code()
  let queue = DispatchQueue(label: "model")
  code()
  let model = SignalInput<Int>(on: queue)
  code()
  let endpoint = model.signal.subscribe { event in
    result(event)
    if case .end = event { isOver.signal() }
  }
  code()
  queue.suspend()  // to show that the sender doesn't wait
  show(model.send(1))
  show(model.finish())
  code()
  queue.resume()

  isOver.wait()
  endpoint.cancel()
}

func deliveryOnAQueue() {
  heading("Delivery on a queue: the buffering policy limits the waiting values")
  let queue = DispatchQueue(label: "display")
  var input = SignalInput<Int>()
  code()
  let all = input.deliver(on: queue, buffering: .unbounded).subscribe { result($0) }

  send(to: input, whileSuspended: queue)
  all.cancel()
  input = SignalInput()
  code()
  let newest = input.deliver(on: queue, buffering: .newest(2)).subscribe { result($0) }

  send(to: input, whileSuspended: queue)
  newest.cancel()
  input = SignalInput()
  code()
  let oldest = input.deliver(on: queue, buffering: .oldest(2)).subscribe { result($0) }

  send(to: input, whileSuspended: queue)
  oldest.cancel()
}

private func send(to input: SignalInput<Int>, whileSuspended queue: DispatchQueue) {
  code()
  queue.suspend()
  for value in 1...4 { input.send(value) }
  input.finish()
  queue.resume()

  queue.sync {}
}
