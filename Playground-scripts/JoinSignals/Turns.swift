import Lesson
import Signals

func twoEvents() {
  heading("Two events are two answers, also if you mean one by them")
  let (first, last) = (SignalInput<String>(), SignalInput<String>())
  code()
  let name = combineLatest(first.signal, last.signal).map { "\($0) \($1)" }
  code()
  let endpoint = name.subscribeValues { result($0) }
  code()
  first.send("Ada")
  last.send("King")
  code()
  first.send("Grace")  // nobody's name
  code()
  last.send("Hopper")

  endpoint.cancel()
}

func oneTurn() {
  heading("A transaction makes one turn of several sends")
  let (first, last) = (SignalInput<String>(), SignalInput<String>())
  let name = combineLatest(first.signal, last.signal).map { "\($0) \($1)" }
  var endpoints: [any Cancellable] = []
  code()
  endpoints += name.subscribeValues { result("the join:", $0) }
  code()
  endpoints += first.signal.subscribeValues { result("first alone:", $0) }  // no join: hears of each send at once
  code()
  transaction {
    first.send("Ada")
    last.send("King")
  }
  code()
  transaction {
    first.send("G.")
    first.send("Grace")
    last.send("Hopper")
  }

  endpoints.cancelAll()
}

private struct Interrupted: Error {}

func untilTheOutermostIsOver() {
  heading("It settles when the outermost transaction is over, also if that throws")
  let (first, last) = (SignalInput<String>(), SignalInput<String>())
  let name = combineLatest(first.signal, last.signal).map { "\($0) \($1)" }
  let endpoint = name.subscribeValues { result($0) }
  code()
  transaction {
    transaction {
      first.send("Ada")
      last.send("King")
    }
    last.send("Lovelace")
  }
  code()
  do {
    try transaction {
      first.send("Grace")
      last.send("Hopper")
      throw Interrupted()
    }
  } catch { result(error) }

  endpoint.cancel()
}
