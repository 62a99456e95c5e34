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
  heading("Main-actor code subscribes with plain closures, and is called on the main actor, whoever sends")
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

func untilItIsOver() async {
  heading("After a cancel nothing follows but the call that is under way, which can be waited for")
  let input = SignalInput<Int>()
  let kitchen = Place("in the kitchen")
  let (hasBegun, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
  code()
  let endpoint = input.signal.deliver(on: kitchen.queue).subscribeValues { value in  // takes its time
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
  result("doesn't wait")
  code()
  mayEnd.signal()
  await endpoint.cancelAndWait()
  result("has waited")
}
