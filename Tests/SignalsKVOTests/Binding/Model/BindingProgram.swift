@testable import SignalsKVO

/// The ends, the bindings and the steps of a run in a ``SimulatedWorld``, which depends on nothing else.
struct BindingProgram {
  var ends: [EndPlan]
  var links: [LinkPlan]
  /// Whether all links are bound before the first step; otherwise a step binds them.
  var isBoundBefore: Bool
  var steps: [Step]
  /// The seed for the order of the moves after the last step; 0 for the order in which they are listed.
  var lastOrder: UInt64

  enum Step: Equatable {
    /// A set of an end.
    case set(Int, Int)
    /// Sets of several ends in one transaction.
    case turn([Assignment])
    case bind(Int)
    case hold(Int, BindingEnd)
    case release(Int, BindingEnd)
    case cancel(Int)
    case die(Int)
    /// An object on the end's path is missing from now on.
    case leave(Int)
    /// The object is there again, with another value.
    case comeBack(Int, Int)
    /// From now on a handler of the first end sets the second to one more, after each odd value. Only for real ends.
    case react(Int, Int)
    /// One of the possible moves, by its number modulo their count.
    case move(Int)
    /// All moves, until none is left.
    case rest
  }

  struct Assignment: Equatable {
    var end: Int
    var value: Int
  }
}

/// The kind of an end, and its place.
struct EndPlan: Equatable {
  /// Whether the end is a `Property`, which notifies a binding of the binding's own write; a path answers the write
  /// instead.
  var isProperty = true
  var setter = Setter.plain
  /// Whether the end is on a queue.
  var isRemote = false

  /// The setter's correction of a value.
  enum Setter: Equatable {
    case plain
    /// A value outside of the bounds is set a second time: in `didSet`, or by an observer of a `Property`.
    case clamp(Int, Int)
    /// The setter stores another value. For paths.
    case tens
  }

  /// The value that the setter makes of `value`.
  func made(of value: Int) -> Int {
    switch setter {
    case .plain: value
    case .clamp(let least, let most): min(max(value, least), most)
    case .tens: value / 10 * 10
    }
  }
}

/// One binding.
struct LinkPlan: Equatable {
  var first: Int
  var second: Int
  var policy = Policy.lastWriter
  var conversion = ConversionPlan.none
  var start = BindingStart.fromSecond

  enum Policy: String {
    case lastWriter, preferFirst, preferSecond, mergeToMost, mergeToSum, mergeOrThrow

    var conflictPolicy: ConflictPolicy<Int, Int> {
      switch self {
      case .lastWriter: .lastWriter
      case .preferFirst: .prefer(.first)
      case .preferSecond: .prefer(.second)
      case .mergeToMost: .merge { max($0, $1) }
      case .mergeToSum: .merge { ($0 + $1) % 1_000 }
      case .mergeOrThrow:
        .merge { first, second in
          if first % 3 == second % 3 { throw ConversionPlan.Refused() }
          return min(first, second)
        }
      }
    }
  }

  func end(_ side: BindingEnd) -> Int { side == .first ? first : second }
}

/// The conversion of a binding's values. All ends hold numbers; only the way there and back matters.
enum ConversionPlan: String {
  case none
  /// Each value has its own counterpart.
  case shift
  /// Like text and numbers: many texts stand for one number, and negative ones stand for none.
  case spelling
  /// Only even numbers of the first end stay as they are.
  case half
  /// The second end takes no more than fifty.
  case most
  /// An odd value of the second end has no counterpart.
  case evenBack

  struct Refused: Error {}

  func forward(_ value: Int) throws -> Int {
    switch self {
    case .none, .evenBack: return value
    case .shift: return value + 1_000
    case .spelling:
      if value < 0 { throw Refused() }
      return value % 100
    case .half: return value / 2
    case .most: return min(value, 50)
    }
  }

  func backward(_ value: Int) throws -> Int {
    switch self {
    case .none, .spelling, .most: return value
    case .shift: return value - 1_000
    case .half: return value * 2
    case .evenBack:
      if !value.isMultiple(of: 2) { throw Refused() }
      return value
    }
  }
}

// MARK: - As text

extension BindingProgram: CustomStringConvertible {
  var description: String {
    var lines = ends.enumerated().map { index, end in
      "end \(index): \(end.isProperty ? "property" : "path"), \(end.setter)\(end.isRemote ? ", on a queue" : "")"
    }
    lines += links.enumerated().map { index, link in
      "binding \(index): \(link.first) to \(link.second), \(link.policy), converts: \(link.conversion), \(link.start)"
    }
    if isBoundBefore { lines.append("all bound") }
    lines += steps.map { "  \($0)" }
    lines.append("last order \(lastOrder)")
    return lines.joined(separator: "\n")
  }
}
