import Dispatch
import Lesson
import Signals

@MainActor
private final class Label {
  var text = "" {
    didSet { result("the label says", text) }
  }
}

@MainActor
func onTheMainActor() async {
  heading("Main-actor code subscribes with plain closures, which run on the main actor for every sending thread")
  let label = Label()
  let degrees = SignalInput<Int>()
  let (seen, isSeen) = AsyncStream.makeStream(of: Void.self)
  code()
  let endpoint = degrees.signal.subscribeValues {  // label lives on the main actor
    label.text = "\($0)°"
    isSeen.yield()
  }
  code()
  degrees.send(20)  // from the main actor: inline
  result("sent")
  code()
  DispatchQueue.global().async { degrees.send(21) }

  var turns = seen.makeAsyncIterator()
  for _ in 1...2 { await turns.next() }
  endpoint.cancel()
}

func waitingForTheLastCall() async {
  heading("After a cancel, only a call that is already running continues; cancelAndWait waits for it")
  let input = SignalInput<Int>()
  let kitchen = Place("in the kitchen")
  let (hasBegun, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
  code()
  let endpoint = input.signal.deliver(on: kitchen.queue).subscribeValues { value in  // a slow handler
    result(value, "begins")
    hasBegun.signal()
    mayEnd.wait()
    result(value, "ends")
  }
  code()
  for value in 1...3 { input.send(value) }

  await withCheckedContinuation { continuation in
    DispatchQueue.global().async {
      hasBegun.wait()
      continuation.resume()
    }
  }
  code()
  endpoint.cancel()
  result("cancel has returned")
  code()
  mayEnd.signal()
  await endpoint.cancelAndWait()
  result("cancelAndWait has returned")
}
