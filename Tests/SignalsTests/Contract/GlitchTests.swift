import Signals
import SignalsTesting
import Testing

/// C10: when one turn reaches a join by several ways, it speaks once, after all of them.
@Suite("C10 Joins have no glitches", .leavesNothing) struct GlitchTests {
  let source = SignalInput<Int>()
  var values: Signal<Int> { source.signal }

  /// The output of a graph for each send: the values of one turn in one array.
  func turns<Value: Sendable>(of signal: Signal<Value>, sending sent: [Int] = [1, 2, 3]) -> [[String]] {
    let recorder = Recorder(signal)
    var before = 0
    return sent.map { value in
      source.send(value)
      let history = recorder.history
      defer { before = history.count }
      return Array(history[before...])
    }
  }

  @Test func `a diamond emits once for each send, with values that belong together`() {
    let diamond = combineLatest(values.map { $0 + 1 }, values.map { $0 * 10 })
    expect(turns(of: diamond), equals: [["(2, 10)"], ["(3, 20)"], ["(4, 30)"]])
  }

  @Test func `a join of joins of unequal depth emits once`() {
    let shallow = combineLatest(values, values.map { -$0 }).map { "\($0.0)\($0.1)" }
    let deep = combineLatest(combineLatest(shallow, values).map { "<\($0.0) \($0.1)>" }, values).map {
      "\($0.0)\($0.1)"
    }
    expect(
      turns(of: combineLatest(values, deep), sending: [1, 2]), equals: [["(1, \"<1-1 1>1\")"], ["(2, \"<2-2 2>2\")"]])
    expect(
      turns(of: combineLatest(deep, values), sending: [1, 2]), equals: [["(\"<1-1 1>1\", 1)"], ["(\"<2-2 2>2\", 2)"]])
  }

  @Test func `one side may drop what the other passes on`() {
    let joined = combineLatest(values.filter { $0 != 2 }, values.removeDuplicates(), values.scan(0) { $0 + $1 })
    expect(
      turns(of: joined, sending: [1, 2, 2, 3]), equals: [["(1, 1, 1)"], ["(1, 2, 3)"], ["(1, 2, 5)"], ["(3, 3, 8)"]])
  }

  @Test func `a path through a shared signal emits once, for any first subscriber`() {
    let shared = combineLatest(values, values.map { $0 * 10 }).map { $0.0 + $0.1 }.shared()
    let other = Recorder(shared)
    let joined = combineLatest(values, combineLatest(shared, values).map { $0.0 + $0.1 }, shared)
    expect(turns(of: joined), equals: [["(1, 12, 11)"], ["(2, 24, 22)"], ["(3, 36, 33)"]])
    expect(other.history, equals: ["11", "22", "33"])
  }

  @Test func `merge passes on each value inside the turn, and the join below it speaks once`() {
    let merged = merge(values, values.map { $0 * 10 })
    expect(turns(of: merged), equals: [["1", "10"], ["2", "20"], ["3", "30"]])
    expect(turns(of: combineLatest(merged, values)), equals: [["(10, 1)"], ["(20, 2)"], ["(30, 3)"]])
  }

  @Test func `a value and an end in one turn: the value, then the end`() {
    let recorder = Recorder(combineLatest(values.prefix(2), values.map { $0 * 10 }.prefix(2)))
    for value in 1...3 { source.send(value) }
    expect(recorder.history, equals: ["(1, 10)", "(2, 20)", "|"])
  }

  @Test func `an input that fails in the turn: nothing mixed, then the failure`() {
    let failing = values.map { value in
      if value == 2 { throw Failure("two") }
      return value
    }
    let first = Recorder(combineLatest(values, failing))
    let second = Recorder(combineLatest(failing, values))
    for value in 1...3 { source.send(value) }
    expect(first.history, equals: ["(1, 1)", "#two"])
    expect(second.history, equals: ["(1, 1)", "#two"])
  }

  @Test func `sends in a handler are turns of their own, after the one that runs`() {
    let joined = combineLatest(values, values.map { $0 * 10 })
    let log = Log<String>()
    let endpoint = joined.subscribeValues { [source] a, b in
      log.append("begin \(a) \(b)")
      if a < 3 { source.send(a + 1) }
      log.append("end \(a)")
    }
    source.send(1)
    expect(log.entries, equals: ["begin 1 10", "end 1", "begin 2 20", "end 2", "begin 3 30", "end 3"])
    withExtendedLifetime(endpoint) {}
  }

  @Test func `a turn within a turn emits at once, with the settled values`() {
    let other = SignalInput<Int>()
    let joined = Recorder(combineLatest(values, values.map { $0 * 10 }, other.signal))
    let endpoint = values.subscribeValues { value in
      guard value == 2 else { return }
      other.send(-2)
      expect(joined.history, equals: ["(1, 10, -1)", "(1, 10, -2)"])
    }
    other.send(-1)
    source.send(1)
    source.send(2)
    expect(joined.history, equals: ["(1, 10, -1)", "(1, 10, -2)", "(2, 20, -2)"])
    withExtendedLifetime(endpoint) {}
  }

  @Test func `a subscriber that cancels the join in the turn receives nothing more, and nothing of it is kept`() {
    let log = Log<String>()
    let bag = CancellableBag()
    let canceller = values.subscribeValues { if $0 == 2 { bag.cancel() } }
    let tracked = Tracked("handler", log)
    combineLatest(values, values.map { $0 * 10 })
      .subscribeValues { [tracked] a, b in
        tracked.touch()
        log.append("\(a) \(b)")
      }
      .store(in: bag)
    source.send(1)
    _ = consume tracked
    source.send(2)
    source.send(3)
    expect(log.entries, equals: ["1 10", "handler released"])
    withExtendedLifetime(canceller) {}
  }

  @Test func `the end of a shared signal is an event of its own for a join that subscribes later, even in a handler`() {
    let former = Guarded<Connection?>(nil)
    let upstream = Signal<Int> { [values] downstream, connection in
      former.change { $0 = connection }
      values.attach(downstream, connection)
    }
    let shared = upstream.prefix(1).shared()
    let early = Recorder(shared)
    source.send(1)
    expect(early.history, equals: ["1", "|"])
    let other = SignalInput<Int>()
    let log = Log<[String]>()
    let endpoint = values.subscribeValues { _ in
      log.append(Recorder(combineLatest(shared, other.signal)).history)
    }
    source.send(2)
    expect(log.entries, equals: [["|"]])
    withExtendedLifetime(endpoint) {}
  }

  // MARK: - Signals that are subscribed to on the way

  /// A join of joins of a signal: for the value n it emits `depth` times n, once.
  static func tower(_ signal: Signal<Int>, _ depth: Int) -> Signal<Int> {
    depth == 1 ? signal : combineLatest(tower(signal, depth - 1), signal).map { $0.0 + $0.1 }
  }

  @Test func `switching to a deeper signal`() {
    let shared = values.shared()
    let outer = SignalInput<Int>()
    let inner = outer.signal.map { Self.tower(shared, $0) }.switchToLatest()
    let before = Recorder(combineLatest(inner, shared))
    let after = Recorder(combineLatest(shared, inner))
    for depth in [1, 2, 5, 3] {
      outer.send(depth)
      before.clear()
      after.clear()
      source.send(1)
      source.send(10)
      expect(before.history, equals: ["(\(depth), 1)", "(\(depth * 10), 10)"])
      expect(after.history, equals: ["(1, \(depth))", "(10, \(depth * 10))"])
    }
  }

  @Test func `switching in the middle of a turn, to a join that the turn has yet to reach`() {
    let early = values.map { $0 * 10 }.shared()
    let late = values.map { $0 * 100 }.shared()
    // The signal that switches hears of the value between the two that its signals are made of.
    let first = Recorder(early)
    let switching = values.map { value in combineLatest(early, late).map { "\(value): \($0.0) \($0.1)" } }
      .switchToLatest()
    let recorder = Recorder(combineLatest(switching, values))
    let second = Recorder(late)
    let joined = Recorder(combineLatest(early, late))
    expect(joined.history, equals: [])
    for value in 1...3 { source.send(value) }
    expect(joined.history, equals: ["(10, 100)", "(20, 200)", "(30, 300)"])
    // A value from before the switch is missed, and a value after it is not mixed with anything.
    expect(recorder.history, equals: [])
    withExtendedLifetime((first, second)) {}
  }

  @Test func `subscribing on the way to shared signals that are fed by the same source deepens them`() {
    // The shared joins are as deep as their subscribers; that grows while the turn is under way.
    let shallow = combineLatest(values, values.map { $0 * 10 }).map { $0.0 + $0.1 }.shared()
    let deep = combineLatest(shallow, values.map { $0 * 100 }).map { $0.0 + $0.1 }.shared()
    let keepers = [Recorder(shallow), Recorder(deep)]
    let made = Log<Int>()
    let joined = combineLatest(
      values,
      values.filter { $0 % 3 == 1 }.flatMap(.latest) { value in
        made.append(value)
        return combineLatest(combineLatest(deep, shallow).map { $0.0 + $0.1 }, values).map {
          "\(value): \($0.0) \($0.1)"
        }
      })
    let recorder = Recorder(joined)
    var turns: [[String]] = []
    for value in 1...6 {
      recorder.clear()
      source.send(value)
      turns.append(recorder.history)
    }
    expect(made.entries, equals: [1, 4])
    // 122 for each: 11 by the shallow one, 111 by the deep one. A signal that is new in a turn hears of the next.
    expect(turns[1], equals: ["(2, \"1: 244 2\")"])
    expect(turns[2], equals: ["(3, \"1: 366 3\")"])
    expect(turns[3], equals: ["(4, \"1: 366 3\")"])
    expect(turns[4], equals: ["(5, \"4: 610 5\")"])
    expect(turns[5], equals: ["(6, \"4: 732 6\")"])
    expect(keepers.map(\.history), equals: [(1...6).map { "\($0 * 11)" }, (1...6).map { "\($0 * 111)" }])
  }

  @Test func `signals that bring everything at once belong to the turn that asks for them`() {
    for strategy in [FlatMapStrategy.merge, .concat, .latest, .first] {
      let flattened = values.flatMap(strategy) { Signal.of($0, $0 * 10) }
      let nested = values.flatMap(strategy) { value in combineLatest(.just(value), .of(1, 2)).map { $0.0 * $0.1 } }
      let recorder = Recorder(combineLatest(values, flattened, nested))
      for value in 1...3 { source.send(value) }
      expect(recorder.history, equals: ["(1, 10, 2)", "(2, 20, 4)", "(3, 30, 6)"])
    }
  }

  @Test func `a flatMap whose signals wait speaks in the turn of the one before`() {
    let gate = SignalInput<Int>()
    let waiting = values.flatMap(.concat) { value in gate.signal.map { $0 * value }.prefix(1) }
    let recorder = Recorder(combineLatest(waiting, gate.signal))
    for value in 1...3 { source.send(value) }
    for value in [1, 10, 100] { gate.send(value) }
    expect(recorder.history, equals: ["(1, 1)", "(20, 10)", "(300, 100)"])
  }

  // MARK: - Joins below other operators

  @Test func `a join below zip, merge, race and flatMap of one source`() {
    let zipped = zip(values, values.map { $0 * 10 }).map { $0.0 + $0.1 }
    let merged = merge(values.map { -$0 }, zipped)
    let raced = race(values, values.map { $0 * 2 })
    let concatenated = values.flatMap(.concat) { .just($0 * 100) }
    let recorder = Recorder(combineLatest(zipped, merged, raced, concatenated, values))
    for value in 1...3 { source.send(value) }
    expect(
      recorder.history, equals: ["(11, 11, 1, 100, 1)", "(22, 22, 2, 200, 2)", "(33, 33, 3, 300, 3)"])
  }

  @Test func `merge and zip below joins pass on each of their values`() {
    let left = combineLatest(values, values.map { $0 * 10 }).map { $0.0 + $0.1 }
    let right = combineLatest(values, combineLatest(values, values).map { $0.0 }).map { -$0.0 - $0.1 }
    let both = merge(left, right)
    let recorder = Recorder(combineLatest(both.scan(0) { $0 + $1 }, zip(left, right), values).map { "\($0.0) \($0.1)" })
    for value in 1...3 { source.send(value) }
    expect(recorder.history, equals: ["9 (11, -2)", "27 (22, -4)", "54 (33, -6)"])
  }

  @Test func `withLatest in a diamond: the settled value of the other input, in either order of subscription`() {
    let changed = values.map { $0 * 10 }
    let joined = combineLatest(values, changed).map { $0.0 + $0.1 }
    expect(turns(of: values.withLatest(from: changed)), equals: [["(1, 10)"], ["(2, 20)"], ["(3, 30)"]])
    let deep = Recorder(values.withLatest(from: joined, changed))
    let below = Recorder(combineLatest(joined, joined.withLatest(from: values).map { $0.0 + $0.1 }))
    for value in 1...2 { source.send(value) }
    expect(deep.history, equals: ["(1, 11, 10)", "(2, 22, 20)"])
    expect(below.history, equals: ["(11, 12)", "(22, 24)"])
  }

  @Test func `withLatest emits each of its values in the turn, each with the settled value`() {
    let each = merge(values, values.map { $0 * 10 })
    expect(
      turns(of: each.withLatest(from: values.map { -$0 }), sending: [1, 2]),
      equals: [
        ["(1, -1)", "(10, -1)"], ["(2, -2)", "(20, -2)"],
      ])
  }

  @Test func `sample in a diamond`() {
    let joined = combineLatest(values, values.map { $0 * 10 }).map { $0.0 + $0.1 }
    let sampled = joined.sample(on: values.filter { $0 != 2 })
    let recorder = Recorder(combineLatest(sampled, values))
    for value in 1...4 { source.send(value) }
    expect(recorder.history, equals: ["(11, 1)", "(11, 2)", "(33, 3)", "(44, 4)"])
  }

  // MARK: - Ends on the way

  @Test func `an input that ends in the turn, in every order`() {
    for ends in [[0], [1], [0, 1], [0, 1, 2]] {
      let source = SignalInput<Int>()
      let inputs = (0..<3).map { index in
        ends.contains(index) ? source.signal.map { $0 * (index + 1) }.prefix(2) : source.signal.map { $0 * (index + 1) }
      }
      let recorder = Recorder(combineLatest(inputs[0], combineLatest(inputs[1], inputs[2]).map { $0.0 + $0.1 }))
      for value in 1...3 { source.send(value) }
      let third = [0, 1].allSatisfy(ends.contains) && ends.contains(2) ? "|" : nil
      let last = ends == [0, 1, 2] ? 2 : 3
      let expected = (1...3).map { value in
        let first = ends.contains(0) ? min(value, 2) : value
        let second = (ends.contains(1) ? min(value, 2) : value) * 2
        return "(\(first), \(second + value * 3))"
      }
      expect(recorder.history, equals: Array(expected.prefix(last)) + (third.map { [$0] } ?? []), "\(ends)")
    }
  }

  @Test func `an input that ends in the turn without a value`() {
    let recorder = Recorder(combineLatest(values, values.filter { _ in false }.prefix(while: { _ in true })))
    let ending = Recorder(combineLatest(values, values.drop { _ in true }.merge(with: values.prefix(0))))
    let empty = Recorder(combineLatest(values, values.map { _ in Signal<Int>.empty() }.prefix(1).switchToLatest()))
    source.send(1)
    expect(recorder.history, equals: [])
    expect(ending.history, equals: [])
    expect(empty.history, equals: ["|"])
  }

  @Test func `the source's own end comes once, after the values`() {
    let deep = combineLatest(combineLatest(values, values.map { -$0 }), values.shared(), zip(values, values))
    let recorder = Recorder(deep.map { "\($0.0.0) \($0.1)" })
    source.send(1)
    transaction {
      source.send(2)
      source.finish()
    }
    expect(recorder.history, equals: ["1 1", "2 2", "|"])
  }

  // MARK: - In handlers

  @Test func `a handler that opens a transaction in the middle of a turn has it settle at once`() {
    let (left, right) = (SignalInput<Int>(), SignalInput<Int>())
    let joined = Recorder(combineLatest(left.signal, right.signal, values, values.map { $0 * 10 }))
    let log = Log<[String]>()
    let open: @Sendable (Int) -> Void = { value in
      transaction {
        left.send(value)
        right.send(value)
      }
      log.append(joined.history)
    }
    // One of them comes before the join, one after it.
    let before = Recorder(values)
    let endpoint = values.subscribeValues(open)
    source.send(1)
    source.send(2)
    expect(log.entries, equals: [[], ["(1, 1, 1, 10)", "(2, 2, 1, 10)"]])
    expect(joined.history, equals: ["(1, 1, 1, 10)", "(2, 2, 1, 10)", "(2, 2, 2, 20)"])
    withExtendedLifetime((before, endpoint)) {}
  }

  @Test func `a handler that comes before the join and opens a transaction`() {
    let (left, right) = (SignalInput<Int>(), SignalInput<Int>())
    let recorder = Guarded<Recorder<(Int, Int, Int)>?>(nil)
    let endpoint = values.subscribeValues { [source] value in
      transaction {
        left.send(value)
        if value == 2 { source.send(3) }
        right.send(value)
      }
    }
    recorder.change { $0 = Recorder(combineLatest(left.signal, right.signal, values)) }
    source.send(1)
    source.send(2)
    // The transaction of 2 includes the 3 that waits until the 2 has been everywhere, and 3 opens one of its own within.
    expect(recorder.change { $0 }?.history, equals: ["(1, 1, 1)", "(1, 1, 2)", "(3, 3, 2)", "(3, 3, 3)"])
    withExtendedLifetime(endpoint) {}
  }

  @Test func `a cancellation of one of two joins in the turn doesn't affect the other`() {
    for cancelsFirst in [true, false] {
      let source = SignalInput<Int>()
      let values = source.signal
      let bag = CancellableBag()
      let log = Log<String>()
      let canceller = values.subscribeValues { if cancelsFirst, $0 == 2 { bag.cancel() } }
      combineLatest(values, values.map { $0 * 10 }).keeping("first", log).subscribeValues { a, b in
        log.append("first \(a) \(b)")
      }.store(in: bag)
      let second = combineLatest(values.map { -$0 }, combineLatest(values, values).map { $0.0 }).subscribeValues {
        a, b in
        log.append("second \(a) \(b)")
        if !cancelsFirst, b == 2 { bag.cancel() }
      }
      for value in 1...3 { source.send(value) }
      expect(log.entries.filter { $0.hasPrefix("second") }, equals: ["second -1 1", "second -2 2", "second -3 3"])
      expect(log.entries.filter { $0.hasPrefix("first 3") }, equals: [])
      expect(log.entries.contains("first released"))
      if cancelsFirst { expect(!log.entries.contains("first 2 20")) }
      withExtendedLifetime((canceller, second)) {}
    }
  }

  @Test func `a join's handler that cancels a deeper and a shallower one in the turn`() {
    let bag = CancellableBag()
    let log = Log<String>()
    let middle = combineLatest(Self.tower(values, 2), values).subscribeValues { a, b in
      log.append("middle \(a) \(b)")
      if b == 2 { bag.cancel() }
    }
    combineLatest(values, values.map { -$0 }).subscribeValues { a, _ in log.append("shallow \(a)") }.store(in: bag)
    Self.tower(values, 4).subscribeValues { log.append("deep \($0)") }.store(in: bag)
    for value in 1...3 { source.send(value) }
    expect(log.entries.filter { $0.hasPrefix("middle") }, equals: ["middle 2 1", "middle 4 2", "middle 6 3"])
    expect(!log.entries.contains("shallow 3"))
    expect(!log.entries.contains("deep 12"))
    withExtendedLifetime(middle) {}
  }
}
