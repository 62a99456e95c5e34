import Dispatch
import Lesson
import Signals

func handlerThatEnds() {
  heading("A handler that ends its subscription")
  let input = SignalInput<Int>()
  code()
  let endpoint = input.signal.subscribeWhile { value in
    result(value)
    return value < 10
  }
  code()
  for value in [8, 9, 10, 11] { input.send(value) }
  show(endpoint.isActive)
}

func insideHandlers() {
  heading("Cancelling inside a handler: a cancelled subscriber doesn't receive the current event")
  let input = SignalInput<Int>()
  let second = CancellableBag()
  var endpoints: [any Cancellable] = []
  code()
  endpoints += input.signal.subscribeValues {
    result("first", $0)
    if $0 == 2 { second.cancel() }
  }
  code()
  input.signal.subscribeValues { result("second", $0) }.store(in: second)
  code()
  for value in 1...3 { input.send(value) }

  endpoints.cancelAll()
}

func waitingForTheLastCall() async {
  heading("Cancelling from another thread: waiting for a call that is still running")
  let mayEnd = DispatchSemaphore(value: 0)
  let endpoint = slowCallUnderWay(until: mayEnd)
  code()
  endpoint.cancel()  // doesn't wait
  result("cancel has returned")
  code()
  mayEnd.signal()
  await endpoint.cancelAndWait()
  result("cancelAndWait has returned: 1 has ended, and 2 never begins")
}

/// Subscribes on a queue, sends 1 and 2, and returns while the handler is running for 1.
private func slowCallUnderWay(until mayEnd: DispatchSemaphore) -> Endpoint {
  let input = SignalInput<Int>()
  let hasBegun = DispatchSemaphore(value: 0)
  code()
  let endpoint = input.signal.deliver(on: DispatchQueue(label: "slow")).subscribeValues { value in
    result(value, "begins")
    hasBegun.signal()
    mayEnd.wait()
    result(value, "ends")
  }
  code()
  for value in [1, 2] { input.send(value) }

  hasBegun.wait()
  return endpoint
}

func counting() {
  heading("Counting live subscriptions, to find leaks")
  let input = SignalInput<Int>()
  code()
  SignalGraph.isCounting = true
  code()
  var endpoints = (1...3).map { n in input.signal.subscribeValues { result(n, $0) } }
  show(SignalGraph.liveSubscriptions)
  code()
  endpoints.removeLast()  // released, and thereby cancelled
  result(SignalGraph.liveSubscriptions)
  code()
  endpoints[0].cancel()
  result(SignalGraph.liveSubscriptions)
  code()
  input.finish()
  result(SignalGraph.liveSubscriptions)
  SignalGraph.isCounting = false
}
