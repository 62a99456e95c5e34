import Signals
import SignalsTesting
import Testing

/// C10: when one turn reaches a join by several ways, it speaks once, after all of them.
@Suite("C10 Joins have no glitches") struct GlitchTests {
  let source = SignalInput<Int>()
  var values: Signal<Int> { source.signal }

  /// What comes out of a graph for each send: the values of one turn in one array.
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
    #expect(turns(of: diamond) == [["(2, 10)"], ["(3, 20)"], ["(4, 30)"]])
  }

  @Test func `a join of joins of unequal depth emits once`() {
    let shallow = combineLatest(values, values.map { -$0 }).map { "\($0.0)\($0.1)" }
    let deep = combineLatest(combineLatest(shallow, values).map { "<\($0.0) \($0.1)>" }, values).map {
      "\($0.0)\($0.1)"
    }
    #expect(turns(of: combineLatest(values, deep), sending: [1, 2]) == [["(1, \"<1-1 1>1\")"], ["(2, \"<2-2 2>2\")"]])
    #expect(turns(of: combineLatest(deep, values), sending: [1, 2]) == [["(\"<1-1 1>1\", 1)"], ["(\"<2-2 2>2\", 2)"]])
  }

  @Test func `one side may drop what the other passes on`() {
    let joined = combineLatest(values.filter { $0 != 2 }, values.removeDuplicates(), values.scan(0) { $0 + $1 })
    #expect(turns(of: joined, sending: [1, 2, 2, 3]) == [["(1, 1, 1)"], ["(1, 2, 3)"], ["(1, 2, 5)"], ["(3, 3, 8)"]])
  }

  @Test func `a way through a shared signal, whoever subscribes to it first, emits once`() {
    let shared = combineLatest(values, values.map { $0 * 10 }).map { $0.0 + $0.1 }.shared()
    let other = Recorder(shared)
    let joined = combineLatest(values, combineLatest(shared, values).map { $0.0 + $0.1 }, shared)
    #expect(turns(of: joined) == [["(1, 12, 11)"], ["(2, 24, 22)"], ["(3, 36, 33)"]])
    #expect(other.history == ["11", "22", "33"])
  }

  @Test func `merge passes on each value inside the turn, and the join below it speaks once`() {
    let merged = merge(values, values.map { $0 * 10 })
    #expect(turns(of: merged) == [["1", "10"], ["2", "20"], ["3", "30"]])
    #expect(turns(of: combineLatest(merged, values)) == [["(10, 1)"], ["(20, 2)"], ["(30, 3)"]])
  }

  @Test func `a value and an end in one turn: the value, then the end`() {
    let recorder = Recorder(combineLatest(values.prefix(2), values.map { $0 * 10 }.prefix(2)))
    for value in 1...3 { source.send(value) }
    #expect(recorder.history == ["(1, 10)", "(2, 20)", "|"])
  }

  @Test func `an input that fails in the turn: nothing mixed, then the failure`() {
    let failing = values.map { value in
      if value == 2 { throw Failure("two") }
      return value
    }
    let first = Recorder(combineLatest(values, failing))
    let second = Recorder(combineLatest(failing, values))
    for value in 1...3 { source.send(value) }
    #expect(first.history == ["(1, 1)", "#two"])
    #expect(second.history == ["(1, 1)", "#two"])
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
    #expect(log.entries == ["begin 1 10", "end 1", "begin 2 20", "end 2", "begin 3 30", "end 3"])
    withExtendedLifetime(endpoint) {}
  }

  @Test func `a turn within a turn speaks at once, with what was settled before`() {
    let other = SignalInput<Int>()
    let joined = Recorder(combineLatest(values, values.map { $0 * 10 }, other.signal))
    let endpoint = values.subscribeValues { value in
      guard value == 2 else { return }
      other.send(-2)
      #expect(joined.history == ["(1, 10, -1)", "(1, 10, -2)"])
    }
    other.send(-1)
    source.send(1)
    source.send(2)
    #expect(joined.history == ["(1, 10, -1)", "(1, 10, -2)", "(2, 20, -2)"])
    withExtendedLifetime(endpoint) {}
  }

  @Test func `who cancels the join in the turn hears nothing more, and nothing of it is kept`() {
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
    #expect(log.entries == ["1 10", "handler released"])
    withExtendedLifetime(canceller) {}
  }
}
