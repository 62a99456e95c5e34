import Signals
import SignalsTesting
import Testing

@Suite("Signals of existing values", .leavesNothing) struct SequencesTests {
  @Test func `each gives its values and its end within the subscribing call`() {
    expect(Recorder(Signal.of(1, 2, 3)).history, equals: ["1", "2", "3", "|"])
    expect(Recorder(Signal.just("a")).history, equals: ["a", "|"])
    expect(Recorder(Signal.from((1...3).reversed())).history, equals: ["3", "2", "1", "|"])
    expect(Recorder(Signal<Int>.from([])).history, equals: ["|"])
    expect(Recorder(Signal<Int>.empty()).history, equals: ["|"])
    expect(Recorder(Signal<Int>.never()).history, equals: [])
    expect(Recorder(Signal<Int>.failed(Failure("e"))).history, equals: ["#e"])
  }

  // Ranges of `Int` have functions of their own; other types, that of any sequence.
  @Test func `ranges of each type are emitted alike`() {
    let integers = [Signal.from(1..<3), .from(1...2), .from([1, 2]), .from((1...2).lazy.map { $0 })]
    expect(integers.map { Recorder($0).history }, equals: Array(repeating: ["1", "2", "|"], count: 4))
    let small: [Signal<Int8>] = [.from(1..<3), .from(1...2), .from([1, 2])]
    expect(small.map { Recorder($0).history }, equals: Array(repeating: ["1", "2", "|"], count: 3))
    expect(Recorder(Signal.from(1..<1)).history, equals: ["|"])
  }

  // The compiler gave these expressions up.
  @Test func `a range begins a chain of operators`() {
    let thirds = Signal.from(1...10).map { $0 * 2 }.filter { $0 % 3 == 0 }.map { Double($0) / 2 }
    let squares = Signal.from(1...100).filter { $0 % 3 == 0 }.map { $0 * $0 }.prefix(5).reduce(0, +).map {
      Double($0) / 5
    }
    expect([Recorder(thirds).values, Recorder(squares).values], equals: [[3, 6, 9], [99]])
  }

  @Test func `an endless sequence stops when it is cancelled`() {
    let log = Log<Int>()
    let naturals = Signal.from(0...)
    let endpoint = naturals.subscribeWhile { value in
      log.append(value)
      return value < 3
    }
    expect(log.entries, equals: [0, 1, 2, 3])
    expect(!endpoint.isActive)
  }

  @Test func `a signal that never sends keeps nothing`() {
    let log = Log<String>()
    let captured = Tracked("handler", log)
    let endpoint = Signal<Int>.never().subscribeValues { [captured] _ in captured.touch() }
    _ = consume captured
    expect(log.entries, equals: ["handler released"])
    withExtendedLifetime(endpoint) {}
  }
}
