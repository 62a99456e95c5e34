import Signals
import SignalsKVO
import SignalsTesting
import Testing

/// C10 and C12: an operator subscribes to the property whose event it is handling, or to a value derived from it. What it
/// receives belongs to the turn of that event.
@Suite("Subscribing to the property of the event", .leavesNothing) struct SourceOfTheEventTests {
  private let property = Property(1)
  private let derived: Derived<Int>
  private let observed: Derived<Int>
  private let observer: Endpoint

  init() {
    derived = property.derived { $0 }
    observed = property.derived { $0 }
    observer = observed.signal.subscribeValues { _ in }
  }

  static let operators: [(name: String, apply: @Sendable (Signal<Int>, Signal<Int>) -> Signal<Int>)] = [
    ("flatMap", { source, next in source.flatMap(.latest) { _ in next } }),
    ("append", { source, next in source.prefix(while: { $0 < 2 }).append(next) }),
    (
      "catch",
      { source, next in
        source.map { value in
          if value == 2 { throw Trouble("two") }
          return value
        }.catch { _ in next }
      }
    ),
    ("flatMap below a join", { source, next in combineLatest(source, source).flatMap(.latest) { _ in next } }),
    (
      "flatMap to a join",
      { source, next in source.flatMap(.latest) { _ in combineLatest(next, next) { ($0 + $1) / 2 } } }
    ),
  ]

  /// Pairs of the property and of two derived values that are equal to it, one of which has an observer.
  private var pairs: [(Signal<Int>, Signal<Int>)] {
    let values = [property.signal, derived.signal, observed.signal]
    return values.flatMap { one in values.map { (one, $0) } }
  }

  @Test(arguments: operators.map(\.name))
  func `a join emits once for each set, with values that belong together (C10)`(_ name: String) throws {
    let apply = try #require(Self.operators.first { $0.name == name }).apply
    for (source, next) in pairs {
      property.value = 1
      let joined = Recorder(combineLatest(source, apply(source, next)) { "\($0)/\($1)" })
      let turned = Recorder(combineLatest(apply(source, next), source) { "\($0)/\($1)" })
      let latest = Recorder(source.withLatest(from: apply(source, next)).map { "\($0.0)/\($0.1)" })
      for value in 2...3 { property.value = value }
      expect(joined.values, equals: ["1/1", "2/2", "3/3"])
      expect(turned.values, equals: ["1/1", "2/2", "3/3"])
      expect(latest.values.suffix(2), equals: ["2/2", "3/3"])
    }
  }

  @Test(arguments: operators.map(\.name))
  func `a join emits once for a transaction (C11)`(_ name: String) throws {
    let apply = try #require(Self.operators.first { $0.name == name }).apply
    for (source, next) in pairs {
      property.value = 1
      let joined = Recorder(combineLatest(source, apply(source, next)) { "\($0)/\($1)" })
      transaction { for value in 2...3 { property.value = value } }
      expect(joined.values, equals: ["1/1", "3/3"])
    }
  }

  @Test func `a handler that sets the property at a join's first value sees values that belong together (C10)`() {
    for (one, other) in pairs {
      property.value = 1
      let joined = Recorder(
        combineLatest(one, other) { [property] one, other in
          if property.value < 3 { property.value += 1 }
          return "\(one)/\(other)"
        })
      expect(joined.values, equals: ["1/1", "2/2", "3/3"])
    }
  }

  @Test func `a derived value isn't computed for a first subscriber that left at its first value (K8)`() {
    let runs = AtomicWord(0)
    let counted = property.derived {
      runs.add(1)
      return $0
    }
    let first = Recorder(counted.signal.prefix(1))
    property.value = 2
    expect(first.history, equals: ["1", "|"])
    expect(runs.value, equals: 1)
    let second = Recorder(counted.signal)
    property.value = 3
    expect(second.values, equals: [2, 3])
    expect(runs.value, equals: 3)
  }
}
