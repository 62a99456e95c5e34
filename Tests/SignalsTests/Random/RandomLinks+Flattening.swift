import Signals

extension LinkKind {
  static let flattening = [
    LinkKind("flatMap(.merge)") { flatMap(.merge, .merge(limit: .max), "merge", &$0) },
    LinkKind("flatMap(.merge(limit:))") { flatMap(.merge(limit: 2), .merge(limit: 2), "merge(limit: 2)", &$0) },
    LinkKind("flatMap(.concat)") { flatMap(.concat, .merge(limit: 1), "concat", &$0) },
    LinkKind("flatMap(.latest)") { flatMap(.latest, .latest, "latest", &$0) },
    LinkKind("flatMap(.first)") { flatMap(.first, .first, "first", &$0) },
    LinkKind("switchToLatest") { random in
      let inner = InnerSignal(random: &random)
      return Link("map { \(inner) }.switchToLatest()") { signal in
        signal.map(inner.signal).switchToLatest()
      } is: {
        $0.flatMap(.latest, Fault(value: nil), inner.list)
      }
    },
  ]

  private static func flatMap(
    _ strategy: FlatMapStrategy, _ reference: ListSignal.Strategy, _ name: String, _ random: inout SeededGenerator
  ) -> Link {
    let (fault, inner) = (random.fault(), InnerSignal(random: &random))
    return Link("flatMap(.\(name)) { \(inner) }\(fault)") { signal in
      signal.flatMap(strategy) { inner.signal(try fault.passing($0)) }
    } is: {
      $0.flatMap(reference, fault, inner.list)
    }
  }
}

/// The replacement of a value for `flatMap`: itself and the next one, one value, none, and for some values a signal that
/// never ends, or that fails.
struct InnerSignal: Sendable, CustomStringConvertible {
  let endless: Int?
  let failing: Int?

  init(random: inout SeededGenerator) {
    endless = random.oneIn(2) ? random.digit() : nil
    failing = random.oneIn(3) ? random.digit() : nil
  }

  func list(_ value: Int) -> ListSignal {
    if value == failing { return ListSignal([value], .failed("inner")) }
    if value == endless { return ListSignal([value], nil) }
    return ListSignal([[value, digit(value + 1)], [value], []][value % 3], .finished)
  }

  @Sendable func signal(_ value: Int) -> Signal<Int> {
    if value == failing { return concat(.just(value), .failed(Failure("inner"))) }
    if value == endless { return merge(.just(value), .never()) }
    return switch value % 3 {
    case 0: .of(value, digit(value + 1))
    case 1: .just(value)
    default: .empty()
    }
  }

  var description: String {
    let special = [endless.map { "endless at \($0)" }, failing.map { "failed at \($0)" }].compactMap { $0 }
    return (["[[$0, $0 + 1], [$0], []][$0 % 3]"] + special).joined(separator: ", ")
  }
}
