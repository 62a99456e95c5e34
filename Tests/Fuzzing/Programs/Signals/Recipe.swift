import Signals

/// A signal that the program has made, and the facts known about it.
struct Recipe {
  let signal: Signal<Item>
  let name: String
  /// The input that it is a plain chain over, and the effect of that chain.
  var source: InputSlot?
  var chain: [PlainOperator] = []
  /// The object that holds the current value, if this is a signal of that itself.
  var state: (any StateSlot)?
  /// About how many subscriptions one subscription makes.
  var weight = 1

  /// Heavier ones aren't made: they would only take long.
  static let weightAllowed = 40

  /// Whether a subscription hangs on the input itself.
  var isDirect: Bool { source != nil && chain.isEmpty }

  func expected(of numbers: some Sequence<Int>, _ end: ModelEnd?) -> Expected {
    chain.reduce(Expected(numbers: Array(numbers), end: end)) { $1.applied(to: $0) }
  }
}

/// Something that has a current value.
protocol StateSlot: AnyObject {
  /// The current value; nil when there is none any more.
  var number: Int? { get }
}
