import Lesson
import Signals

func twoEvents() {
  heading("Two sends outside a transaction give two outputs")
  let (first, last) = (SignalInput<String>(), SignalInput<String>())
  code()
  let name = combineLatest(first.signal, last.signal).map { "\($0) \($1)" }
  code()
  let endpoint = name.subscribeValues { result($0) }
  code()
  first.send("Ada")
  last.send("King")
  code()
  first.send("Grace")  // a mixture of two names
  code()
  last.send("Hopper")

  endpoint.cancel()
}

func oneTurn() {
  heading("A transaction groups several sends into one turn")
  let (first, last) = (SignalInput<String>(), SignalInput<String>())
  let name = combineLatest(first.signal, last.signal).map { "\($0) \($1)" }
  var endpoints: [any Cancellable] = []
  code()
  endpoints += name.subscribeValues { result("the join:", $0) }
  code()
  endpoints += first.signal.subscribeValues { result("first alone:", $0) }  // not a join: receives each send at once
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

func nestedTransactions() {
  heading("Joins settle when the outermost transaction ends, even if it throws")
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
