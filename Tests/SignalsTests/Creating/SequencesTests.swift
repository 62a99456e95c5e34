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

  // `Int`, `Double` and `String` have functions of their own; the other types, those of any sequence.
  @Test func `values of each type are emitted alike`() {
    let integers = [Signal.of(1, 2), .from([1, 2]), .from(1..<3), .from(1...2), .from(stride(from: 1, to: 3, by: 1))]
    expect(integers.map { Recorder($0).history }, equals: Array(repeating: ["1", "2", "|"], count: 5))
    let numbers = [Signal.of(1, 2.5), .from([1, 2.5]), .from(stride(from: 1, to: 3, by: 1.5))]
    expect(numbers.map { Recorder($0).history }, equals: Array(repeating: ["1.0", "2.5", "|"], count: 3))
    let strings = [Signal.of("a", "b"), .from(["a", "b"]), .from("ab".map { "\($0)" }.reversed().reversed())]
    expect(strings.map { Recorder($0).history }, equals: Array(repeating: ["a", "b", "|"], count: 3))
    expect(
      [Recorder(Signal.just(1)).history, Recorder(Signal.just(1.5)).history], equals: [["1", "|"], ["1.5", "|"]])
    let small: [Signal<Int8>] = [.of(1, 2), .from([1, 2]), .from(1...2)]
    expect(small.map { Recorder($0).history }, equals: Array(repeating: ["1", "2", "|"], count: 3))
    let optional: Signal<Int?> = .of(1, nil)
    expect(Recorder(optional).history, equals: ["Optional(1)", "nil", "|"])
  }

  // The compiler gave these expressions up.
  @Test func `literals begin a chain of operators`() {
    let thirds = Signal.from(1...10).map { $0 * 2 }.filter { $0 % 3 == 0 }.map { Double($0) / 2 }
    let ticks = Signal.from(1...100).filter { $0 % 3 == 0 }.map { $0 * $0 }.prefix(5).reduce(0, +).map {
      Double($0) / 5
    }
    let fahrenheit = Signal.of(20.5, 21).map { $0 * 9 / 5 + 32 }.map { ($0 - 32) * 5 / 9 }.filter { $0 > 20.7 }
    let averages = Signal.of(20.5, 21).scan(0, +).map { $0 / 2 }.filter { $0 > 1.5 && $0 < 100 }
    let parsed = Signal.of("1", "x", "3").compactMap { Int($0) }.map { $0 * 2 }.filter { $0 > 2 }.map { Double($0) / 3 }
    let histories = [thirds, ticks, fahrenheit, averages, parsed].map { Recorder($0).values }
    expect(histories, equals: [[3, 6, 9], [99], [21], [10.25, 20.75], [2]])
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
