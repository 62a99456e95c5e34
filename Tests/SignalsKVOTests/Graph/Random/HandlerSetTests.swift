import Signals
import SignalsKVO
import SignalsTesting
import Testing

/// C10: handlers of derived values set the inputs of these. A join of several such values never shows results of two changes side by
/// side.
@Suite("C10 Random: handlers that set the inputs of joins", .leavesNothing) struct HandlerSetTests {
  @Test(arguments: [false, true])
  func `a clamp on one of two values emits a consistent pair, in a transaction too`(_ isOwnTransaction: Bool) {
    for (isClampOnFirst, isInTransaction) in [(true, false), (false, false), (true, true), (false, true)] {
      let price = Property(0)
      let (gross, negative) = (price.derived { $0 * 2 }, price.derived { -$0 })
      let clamped: Derived<Int> = isClampOnFirst ? gross : negative
      let clamp = clamped.signal.subscribeValues {
        guard abs($0) > 60 else { return }
        if isOwnTransaction { transaction { price.value = 20 } } else { price.value = 20 }
      }
      let pairs = Recorder(combineLatest(gross, negative) { "\($0) \($1)" })
      let results = (Recorder(gross), Recorder(negative))
      if isInTransaction { transaction { price.value = 70 } } else { price.value = 70 }
      expect(pairs.history, equals: ["0 0", "40 -20"])
      // The one that the turn had yet to reach is told of the outcome alone.
      expect(results.0.history, equals: isClampOnFirst ? ["0", "140", "40"] : ["0", "40"])
      expect(results.1.history, equals: isClampOnFirst ? ["0", "-20"] : ["0", "-70", "-20"])
      price.value = 5
      expect(pairs.history.last, equals: "10 -5")
      withExtendedLifetime(clamp) {}
    }
  }

  @Test func `a clamp that no other value of a join follows emits for both changes`() {
    let price = Property(0)
    let (gross, note) = (price.derived { $0 * 2 }, Property("-"))
    let clamp = gross.signal.subscribeValues { if $0 > 100 { price.value = 20 } }
    let pairs = Recorder(combineLatest(gross, note) { "\($0) \($1)" })
    price.value = 70
    expect(pairs.history, equals: ["0 -", "140 -", "40 -"])
    withExtendedLifetime(clamp) {}
  }

  @Test func `random values of two sources`() {
    let failures = (0..<repetitions(20_000, quick: 1_000)).compactMap { HandlerWorld(seed: UInt64($0)).mixture() }
    expect(failures.first, equals: nil)
  }
}

/// A few derived values of two sources, joins of them, and handlers that lower a source.
private struct HandlerWorld {
  /// What a value has read.
  struct Reads: Hashable, Sendable, CustomStringConvertible {
    var first: Int?
    var second: Int?

    var description: String { "\(first.map(String.init) ?? "-")/\(second.map(String.init) ?? "-")" }
  }

  private enum Kind: CaseIterable { case first, second, both }

  /// The two sources: properties, or observed properties of an object.
  private final class Sources: @unchecked Sendable {
    let isObject: Bool
    let properties = (Property(0), Property(0))
    @Observed var first = 0
    @Observed var second = 0

    init(isObject: Bool) { self.isObject = isObject }

    func set(_ isFirst: Bool, _ value: Int) {
      switch (isObject, isFirst) {
      case (true, true): first = value
      case (true, false): second = value
      case (false, true): properties.0.value = value
      case (false, false): properties.1.value = value
      }
    }

    func read(_ kind: Kind) -> Reads {
      Reads(
        first: kind == .second ? nil : isObject ? first : properties.0.value,
        second: kind == .first ? nil : isObject ? second : properties.1.value)
    }
  }

  let seed: UInt64

  /// The first emission of a join that shows two values of one source.
  func mixture() -> String? {
    var random = SeededGenerator(seed: seed)
    let sources = Sources(isObject: Int.random(in: 0..<4, using: &random) == 0)
    let log = Log<String>()
    let mixtures = Log<String>()
    var kept: [Any] = []

    var signals: [Signal<Reads>] = []
    var derived: [Derived<Reads>] = []
    for _ in 0..<Int.random(in: 2...5, using: &random) {
      let kind = Kind.allCases.randomElement(using: &random) ?? .both
      if sources.isObject {
        let value = Computed { sources.read(kind) }
        signals.append(value.signal)
        kept.append(value)
      } else {
        let input = Bool.random(using: &random) ? derived.randomElement(using: &random) : nil
        derived.append(Derived { input?.value ?? sources.read(kind) })
        signals.append(derived[derived.count - 1].signal)
      }
    }
    kept.append(derived)
    if Bool.random(using: &random) { kept.append(sources.properties.0.signal.subscribeValues { log.append("\($0)") }) }
    if Bool.random(using: &random) { kept.append(sources.properties.1.signal.subscribeValues { log.append("\($0)") }) }

    // The contract excepts several handlers that set something in one turn.
    var hasHandler = false
    for _ in 0..<Int.random(in: 2...5, using: &random) {
      let index = signals.indices.randomElement(using: &random) ?? 0
      if Bool.random(using: &random), !hasHandler {
        hasHandler = true
        let (isFirst, limit) = (Bool.random(using: &random), Int.random(in: 3...8, using: &random))
        let lower = Int.random(in: 0...2, using: &random)
        let isInTransaction = Bool.random(using: &random)
        kept.append(
          signals[index].subscribeValues { reads in
            guard (isFirst ? reads.first : reads.second) ?? 0 > limit else { return }
            log.append("\(index) sets \(isFirst ? "first" : "second") to \(lower)")
            guard isInTransaction else { return sources.set(isFirst, lower) }
            transaction {
              sources.set(isFirst, lower + 10)
              sources.set(isFirst, lower)
            }
          })
      } else {
        let inputs = (0..<Int.random(in: 2...3, using: &random)).map { _ in
          signals.randomElement(using: &random) ?? signals[0]
        }
        kept.append(
          combineLatest(inputs).subscribeValues { all in
            log.append("\(all)")
            if Set(all.compactMap(\.first)).count > 1 || Set(all.compactMap(\.second)).count > 1 {
              mixtures.append(log.entries.joined(separator: "\n"))
            }
          })
      }
    }

    for _ in 0..<6 {
      let (isFirst, one, other) = (
        Bool.random(using: &random), random.digit(), random.digit()
      )
      if Int.random(in: 0..<4, using: &random) == 0 {
        log.append("transaction: \(one) \(other)")
        transaction {
          sources.set(true, one)
          sources.set(false, other)
        }
      } else {
        log.append("\(isFirst ? "first" : "second") = \(one)")
        sources.set(isFirst, one)
      }
    }
    withExtendedLifetime(kept) {}
    return mixtures.entries.first.map { "seed \(seed):\n\($0)" }
  }
}
