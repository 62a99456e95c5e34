import Signals
import SignalsTesting
import Testing

/// C11: several sends share one turn.
@Suite("C11 Transactions", .leavesNothing) struct TransactionTests {
  let first = SignalInput<String>()
  let last = SignalInput<String>()

  func name() -> Recorder<String> { Recorder(combineLatest(first.signal, last.signal).map { "\($0.0) \($0.1)" }) }

  @Test func `joins speak once, after the closure, and others get each value inline`() {
    let name = name()
    let each = Recorder(first.signal)
    transaction {
      first.send("A")
      expect(each.history, equals: ["A"])
      last.send("B")
      first.send("C")
      expect(each.history, equals: ["A", "C"])
      expect(name.history, equals: [])
    }
    expect(name.history, equals: ["C B"])
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
    expect(name.history, equals: ["A B"])
  }

  @Test func `joins that a transaction has reached emit once after it has put them above each other (C10)`() {
    let inputs = (0..<3).map { _ in SignalInput<Int>() }
    let choices = (0..<2).map { _ in SignalInput<Signal<Int>>() }
    let top = combineLatest(inputs[0].signal, inputs[0].signal.map { $0 * 10 }) { $0 + $1 }.shared()
    let middle = combineLatest(inputs[1].signal, choices[0].signal.switchToLatest()) { $0 + $1 }.shared()
    let bottom = combineLatest(inputs[2].signal, choices[1].signal.switchToLatest()) { $0 + $1 }
    let recorders = [Recorder(top), Recorder(middle), Recorder(bottom)]
    for choice in choices { choice.send(.just(0)) }
    for input in inputs { input.send(1) }
    transaction {
      for input in inputs.reversed() { input.send(2) }
      choices[0].send(top)
      choices[1].send(middle)
    }
    expect(recorders.map(\.history), equals: [["11", "22"], ["1", "24"], ["1", "26"]])
  }

  @Test func `in nested transactions the outermost settles`() {
    let name = name()
    let answer = transaction {
      transaction {
        first.send("A")
        last.send("B")
      }
      expect(name.history, equals: [])
      return transaction { first.send("C") }
    }
    expect(answer, equals: .delivered)
    expect(name.history, equals: ["C B"])
  }

  @Test func `a transaction's send to the source whose handler it runs in belongs to it all the same`() {
    let name = name()
    let log = Log<String>()
    let endpoint = first.signal.subscribeValues { [first, last] value in
      guard value == "A" else { return }
      transaction {
        expect(first.send("C"), equals: .queued)
        last.send("D")
      }
      log.append("after the transaction: \(name.history)")
    }
    last.send("B")
    first.send("A")
    expect(log.entries, equals: ["after the transaction: []"])
    expect(name.history, equals: ["A B", "C D"])
    withExtendedLifetime(endpoint) {}
  }

  @Test func `however much that is, it settles once`() {
    let numbers = SignalInput<Int>()
    let joined = Recorder(combineLatest(numbers.signal, numbers.signal.map { -$0 }))
    let endpoint = numbers.signal.subscribeValues { value in
      guard value == 0 else { return }
      transaction { for value in 1...200_000 { numbers.send(value) } }
    }
    numbers.send(0)
    expect(joined.history, equals: ["(0, 0)", "(200000, -200000)"])
    withExtendedLifetime(endpoint) {}
  }

  @Test func `a transaction that follows one with a waiting event settles before that event`() {
    let log = Log<String>()
    let source = SignalInput<Int>()
    let inputs = (0..<4).map { _ in SignalInput<Int>() }
    let joins = [0, 2].map { index in
      combineLatest(inputs[index].signal, inputs[index + 1].signal).subscribeValues {
        log.append("join \(index) \($0.0) \($0.1)")
      }
    }
    let endpoint = source.signal.subscribeValues { value in
      log.append("source \(value)")
      guard value == 1 else { return }
      for index in [0, 2] {
        transaction {
          inputs[index].send(1)
          inputs[index + 1].send(1)
          if index == 0 { source.send(2) }
        }
        log.append("after \(index)")
      }
    }
    // The thread keeps the turn of this transaction for the next one.
    transaction { inputs[0].send(0) }
    source.send(1)
    expect(log.entries, equals: ["source 1", "after 0", "join 2 1 1", "after 2", "source 2", "join 0 1 1"])
    withExtendedLifetime((joins, endpoint)) {}
  }

  @Test func `transactions work on threads that end after a few of them`() {
    let histories = Log<[String]>()
    onThreads(8) { _ in
      let (first, last) = (SignalInput<Int>(), SignalInput<Int>())
      let sum = Recorder(combineLatest(first.signal, last.signal).map { $0.0 + $0.1 })
      for value in 1...3 {
        transaction {
          first.send(value)
          last.send(value)
        }
      }
      histories.append(sum.history)
    }
    expect(histories.entries, equals: Array(repeating: ["2", "4", "6"], count: 8))
  }

  @Test func `a handler's send while the transaction settles is a turn of its own`() {
    let name = name()
    let third = SignalInput<String>()
    let joined = Recorder(combineLatest(third.signal, third.signal.map { $0.lowercased() }))
    let endpoint = combineLatest(first.signal, last.signal).subscribeValues { [third] first, _ in
      third.send(first)
      expect(joined.values.last?.1, equals: first.lowercased())
    }
    transaction {
      first.send("A")
      last.send("B")
    }
    expect(joined.history, equals: ["(\"A\", \"a\")"])
    expect(name.history, equals: ["A B"])
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
    expect(name.history, equals: ["A B", "#e"])
  }

  // MARK: - Several sources

  @Test func `three sources and joins of joins speak once`() {
    let inputs = (0..<3).map { _ in SignalInput<Int>() }
    let pairs = combineLatest(inputs[0].signal, inputs[1].signal).map { $0.0 + $0.1 }
    let all = Recorder(
      combineLatest(pairs, combineLatest(pairs, inputs[2].signal).map { $0.0 * $0.1 }, inputs[0].signal))
    let sampled = Recorder(pairs.sample(on: inputs[2].signal))
    let own = Recorder(inputs[0].signal.withLatest(from: pairs, inputs[2].signal))
    for round in 1...2 {
      transaction {
        for (index, input) in inputs.enumerated() { input.send(round * (index + 1)) }
        inputs[0].send(round * 100)
      }
    }
    expect(all.history, equals: ["(102, 306, 100)", "(204, 1224, 200)"])
    expect(sampled.history, equals: ["102", "204"])
    expect(own.history, equals: ["(1, 102, 3)", "(100, 102, 3)", "(2, 204, 6)", "(200, 204, 6)"])
  }

  @Test func `a source that ends in a transaction`() {
    let name = name()
    transaction {
      first.send("A")
      last.send("B")
      first.finish()
      last.send("C")
      last.finish()
    }
    expect(name.history, equals: ["A C", "|"])
  }

  @Test func `subscribing in a transaction`() {
    let log = Log<String>()
    var endpoint: Endpoint?
    transaction {
      first.send("A")
      endpoint = combineLatest(first.signal, last.signal, .just("!")).subscribeValues { log.append($0 + $1 + $2) }
      first.send("B")
      last.send("C")
      expect(log.entries, equals: [])
    }
    expect(log.entries, equals: ["BC!"])
    withExtendedLifetime(endpoint) {}
  }

  @Test func `cancelling a subscription in the transaction that has reached it`() {
    let log = Log<String>()
    let endpoint = combineLatest(first.signal, last.signal).keeping("join", log).subscribeValues { log.append($0 + $1) }
    transaction {
      first.send("A")
      last.send("B")
      endpoint.cancel()
    }
    expect(log.entries, equals: ["join released"])
  }

  // MARK: - Turns that overlap

  @Test func `a send from elsewhere during a transaction: the last emission holds the last sent value`() {
    let name = name()
    transaction {
      first.send("A")
      last.send("B")
    }
    transaction {
      first.send("C")
      onAnotherThread { [first] in first.send("D") }
      last.send("E")
    }
    // Its turn doesn't wait for the transaction, whose emission then holds the later value.
    expect(name.history, equals: ["A B", "D B", "D E"])
  }

  @Test func `a transaction from elsewhere during a transaction`() {
    let name = name()
    transaction {
      first.send("A")
      onAnotherThread { [first, last] in
        transaction {
          last.send("X")
          first.send("Y")
        }
      }
      last.send("B")
    }
    expect(name.history, equals: ["Y X", "Y B"])
  }

  @Test func `an end from elsewhere during a transaction comes after the values sent before it`() {
    let name = name()
    let own = Recorder(first.signal.withLatest(from: last.signal).map { $0.0 })
    let sampled = Recorder(last.signal.sample(on: first.signal))
    last.send("B")
    transaction {
      first.send("A")
      onAnotherThread { [first] in first.finish() }
      last.send("C")
      last.finish()
    }
    expect(name.history, equals: ["A C", "|"])
    expect(own.history, equals: ["A", "|"])
    expect(sampled.history, equals: ["C", "|"])
  }

  @Test func `withLatest keeps the order of its own values, though turns overlap`() {
    let own = Recorder(first.signal.withLatest(from: last.signal).map { $0.0 })
    last.send("x")
    transaction {
      first.send("A")
      onAnotherThread { [first] in
        first.send("B")
        transaction {
          first.send("C")
          onAnotherThread { first.send("D") }
        }
      }
      first.send("E")
      onAnotherThread { [first] in first.send("F") }
    }
    expect(own.history, equals: ["A", "B", "C", "D", "E", "F"])
  }

  @Test func `two transactions at two joins of the same depth, each of them first at one, leave both alike (C10)`() {
    let (left, right, common) = (SignalInput<Int>(), SignalInput<Int>(), SignalInput<Int>())
    let one = Recorder(combineLatest(left.signal, common.signal))
    let other = Recorder(combineLatest(right.signal, common.signal))
    for input in [left, right, common] { input.send(0) }
    let (hasBegun, maySend, hasSent, mayEnd) = (Gate(), Gate(), Gate(), Gate())
    let hasEnded = transaction {
      left.send(1)
      let hasEnded = startThread {
        transaction {
          right.send(2)
          hasBegun.open()
          maySend.wait()
          common.send(2)
          hasSent.open()
          mayEnd.wait()
        }
      }
      hasBegun.wait()
      common.send(1)
      maySend.open()
      hasSent.wait()
      return hasEnded
    }
    expect(one.history, equals: ["(0, 0)", "(1, 1)"])
    expect(other.history, equals: ["(0, 0)", "(0, 1)"])
    mayEnd.open()
    hasEnded.wait()
    expect(one.history, equals: ["(0, 0)", "(1, 1)", "(1, 2)"])
    expect(other.history, equals: ["(0, 0)", "(0, 1)", "(2, 2)"])
  }

  @Test func `a join that another thread cancels during the transaction emits nothing and is released (C6, C8)`() {
    let log = Log<String>()
    let endpoint = combineLatest(first.signal, last.signal).keeping("join", log).subscribeValues { log.append($0 + $1) }
    transaction {
      first.send("A")
      last.send("B")
      onAnotherThread { endpoint.cancel() }
      log.append("cancelled")
      last.send("C")
    }
    expect(log.entries, equals: ["join released", "cancelled"])
  }

  @Test func `a join that one of two transactions cancels keeps nothing once both are over (C6, C8)`() {
    let log = Log<String>()
    let tracked = SignalInput<Tracked>()
    let endpoint = combineLatest(tracked.signal, last.signal).subscribeValues { _, text in log.append(text) }
    last.send("x")
    let (hasSent, mayEnd) = (Gate(), Gate())
    let hasEnded = transaction {
      tracked.send(Tracked("first", log))
      let hasEnded = startThread { [last] in
        transaction {
          tracked.send(Tracked("second", log))
          last.send("y")
          hasSent.open()
          mayEnd.wait()
        }
      }
      hasSent.wait()
      endpoint.cancel()
      return hasEnded
    }
    mayEnd.open()
    hasEnded.wait()
    expect(log.entries.sorted(), equals: ["first released", "second released"])
  }

  @Test func `a failure from elsewhere during a transaction doesn't wait`() {
    let name = name()
    transaction {
      first.send("A")
      onAnotherThread { [first] in first.fail(Failure("e")) }
      expect(name.history, equals: ["#e"])
      last.send("B")
    }
    expect(name.history, equals: ["#e"])
  }

  @Test func `a source that is busy elsewhere brings what a transaction sends in a turn of its own`() {
    let name = name()
    last.send("B")
    let (entered, release) = (Gate(), Gate())
    let busy = first.signal.subscribeValues { value in
      guard value == "busy" else { return }
      entered.open()
      release.wait()
    }
    let ended = startThread { [first] in first.send("busy") }
    entered.wait()
    transaction {
      expect(first.send("A"), equals: .queued)
      last.send("C")
    }
    // The turn of the busy source hasn't settled, and there was no value before.
    expect(name.history, equals: [])
    release.open()
    ended.wait()
    waitUntil { name.history.last == "A C" }
    expect(name.history.suffix(2), equals: ["busy C", "A C"])
    withExtendedLifetime(busy) {}
  }
}
