import Testing

@testable import SignalsKVO

/// What is bound to what, and what each of some threads does: all that a ``BindingMachine`` begins with.
///
/// What somebody sets is an *opinion*: one bit of its own, so that a merged value shows what it was made of.
struct BindingScene: Sendable, CustomTestStringConvertible {
  let name: String
  var ends: [Place] = [.anywhere, .anywhere]
  var links: [Link] = [Link()]
  /// Whether everything is bound at the beginning; else a task says when.
  var isBound = true
  var threads: [[Task]]
  /// Whether it has so many states that only its plainest form is tried in every run.
  var isLarge = false

  var testDescription: String { name }

  /// Where an end lives.
  enum Place {
    case anywhere
    case onQueue
  }

  /// A binding.
  struct Link {
    var first = 0
    var second = 1
    var policy = Policy.lastWriter
    var conversion = ConversionPlan.none
    var start = BindingStart.fromFirst

    func end(_ side: BindingEnd) -> Int { side == .first ? first : second }
  }

  enum Policy: CaseIterable {
    case lastWriter
    case preferFirst
    case preferSecond
    /// All that either end has been told.
    case merge

    /// - Parameter scale: how much more an opinion is at the first end than at the second.
    func conflictPolicy(scale: Int) -> ConflictPolicy<Int, Int> {
      switch self {
      case .lastWriter: .lastWriter
      case .preferFirst: .prefer(.first)
      case .preferSecond: .prefer(.second)
      case .merge: .merge { first, second in first | second * scale }
      }
    }
  }

  /// What a thread does, one after the other.
  enum Task {
    /// Somebody has an opinion at an end.
    case set(Int, Int)
    /// Somebody has two of them at two ends, in one transaction.
    case setBoth(Int, Int)
    case bind(Int)
    case hold(BindingEnd)
    case release(BindingEnd)
    case cancel
  }

  /// The same with other bindings.
  func with(_ policy: Policy, _ conversion: ConversionPlan = .none) -> BindingScene {
    var scene = self
    for index in links.indices {
      scene.links[index].policy = policy
      scene.links[index].conversion = conversion
    }
    return scene
  }

  /// The same, elsewhere.
  func at(_ ends: [Place]) -> BindingScene {
    var scene = self
    scene.ends = ends
    return scene
  }

  /// Whether an end is the first of a binding that halves: what is odd there isn't normal.
  func isDoubled(_ end: Int) -> Bool { links.contains { $0.first == end && $0.conversion == .half } }

  /// What an opinion looks like at an end.
  func value(of opinion: Int, at end: Int) -> Int { isDoubled(end) ? opinion * 2 + 1 : opinion }

  /// The opinions that are in a value of an end.
  func opinions(in value: Int, at end: Int) -> Int { isDoubled(end) ? value / 2 : value }
}
