import Signals
import SignalsTesting
import Testing

/// C11: several sends share one turn.
@Suite("C11 Transactions") struct TransactionTests {
  let first = SignalInput<String>()
  let last = SignalInput<String>()

  func name() -> Recorder<String> { Recorder(combineLatest(first.signal, last.signal).map { "\($0.0) \($0.1)" }) }

  @Test func `joins speak once, after the closure, and others get each value inline`() {
    let name = name()
    let each = Recorder(first.signal)
    transaction {
      first.send("A")
      #expect(each.history == ["A"])
      last.send("B")
      first.send("C")
      #expect(each.history == ["A", "C"])
      #expect(name.history == [])
    }
    #expect(name.history == ["C B"])
  }

  @Test func `a closure that throws settles too, and the error goes on`() {
    let name = name()
    #expect(throws: Failure("e")) {
      try transaction {
        first.send("A")
        last.send("B")
        throw Failure("e")
      }
    }
    #expect(name.history == ["A B"])
  }

  @Test func `in nested transactions the outermost settles`() {
    let name = name()
    let answer = transaction {
      transaction {
        first.send("A")
        last.send("B")
      }
      #expect(name.history == [])
      return transaction { first.send("C") }
    }
    #expect(answer == .delivered)
    #expect(name.history == ["C B"])
  }

  @Test func `what a transaction sends to the source whose handler it runs in belongs to it all the same`() {
    let name = name()
    let log = Log<String>()
    let endpoint = first.signal.subscribeValues { [first, last] value in
      guard value == "A" else { return }
      transaction {
        #expect(first.send("C") == .queued)
        last.send("D")
      }
      log.append("after the transaction: \(name.history)")
    }
    last.send("B")
    first.send("A")
    #expect(log.entries == ["after the transaction: []"])
    #expect(name.history == ["A B", "C D"])
    withExtendedLifetime(endpoint) {}
  }

  @Test func `what a handler sends while the transaction settles is a turn of its own`() {
    let name = name()
    let third = SignalInput<String>()
    let joined = Recorder(combineLatest(third.signal, third.signal.map { $0.lowercased() }))
    let endpoint = combineLatest(first.signal, last.signal).subscribeValues { [third] first, _ in
      third.send(first)
      #expect(joined.values.last?.1 == first.lowercased())
    }
    transaction {
      first.send("A")
      last.send("B")
    }
    #expect(joined.history == ["(\"A\", \"a\")"])
    #expect(name.history == ["A B"])
    withExtendedLifetime(endpoint) {}
  }

  @Test func `a failure in a transaction leaves nothing mixed`() {
    let name = name()
    transaction {
      first.send("A")
      last.send("B")
    }
    transaction {
      first.send("C")
      last.fail(Failure("e"))
    }
    #expect(name.history == ["A B", "#e"])
  }
}
