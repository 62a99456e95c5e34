import Testing

@testable import SignalsKVO

/// The links of some ends and the tasks of some threads: the initial state of a ``BindingMachine``.
///
/// The value of a user's set is an *opinion*: one bit of its own, so that a merged value shows its components.
struct BindingScene: Sendable, CustomTestStringConvertible {
  let name: String
  var ends: [Place] = [.anywhere, .anywhere]
  var links: [Link] = [Link()]
  /// Whether all links are bound at the beginning; otherwise a task binds them.
  var isBound = true
  var threads: [[Task]]
  /// Whether the scene has so many states that only its plainest form is tried in every run.
  var isLarge = false

  var testDescription: String { name }

  /// The place where an end is set.
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
    /// The union of all opinions at either end.
    case merge

    /// - Parameter scale: the ratio of an opinion at the first end to the same opinion at the second.
    func conflictPolicy(scale: Int) -> ConflictPolicy<Int, Int> {
      switch self {
      case .lastWriter: .lastWriter
      case .preferFirst: .prefer(.first)
      case .preferSecond: .prefer(.second)
      case .merge: .merge { first, second in first | second * scale }
      }
    }
  }

  /// The successive tasks of a thread.
  enum Task {
    /// A set of one end.
    case set(Int, Int)
    /// A set of both ends in one transaction.
    case setBoth(Int, Int)
    case bind(Int)
    case hold(BindingEnd)
    case release(BindingEnd)
    case cancel
  }

  /// The same scene with another policy and conversion.
  func with(_ policy: Policy, _ conversion: ConversionPlan = .none) -> BindingScene {
    var scene = self
    for index in links.indices {
      scene.links[index].policy = policy
      scene.links[index].conversion = conversion
    }
    return scene
  }

  /// The same scene with its ends in other places.
  func at(_ ends: [Place]) -> BindingScene {
    var scene = self
    scene.ends = ends
    return scene
  }

  /// Whether an end is the first one of a binding that halves: an odd value there isn't normal.
  func isDoubled(_ end: Int) -> Bool { links.contains { $0.first == end && $0.conversion == .half } }

  /// The value of an opinion at an end.
  func value(of opinion: Int, at end: Int) -> Int { isDoubled(end) ? opinion * 2 + 1 : opinion }

  /// The opinions in a value of an end.
  func opinions(in value: Int, at end: Int) -> Int { isDoubled(end) ? value / 2 : value }
}
