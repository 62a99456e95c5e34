@testable import SignalsKVO

/// What is bound to what, and what is then done to it, step by step: all that a run in a ``SimulatedWorld`` depends on.
struct BindingProgram {
  var ends: [EndPlan]
  var links: [LinkPlan]
  /// Whether everything is bound before the first step; else a step says when.
  var isBoundBefore: Bool
  var steps: [Step]
  /// Decides in which order what is left goes on when the steps are over; 0 for the order in which it stands.
  var lastOrder: UInt64

  enum Step: Equatable {
    /// Somebody sets an end.
    case set(Int, Int)
    /// Somebody sets several in one transaction.
    case turn([Assignment])
    case bind(Int)
    case hold(Int, BindingEnd)
    case release(Int, BindingEnd)
    case cancel(Int)
    case die(Int)
    /// Something on the way to the end is missing from now on.
    case leave(Int)
    /// It is there again, with another value.
    case comeBack(Int, Int)
    /// From now on a handler of the first end sets the second to one more, if it hears of something odd. Only for real ends.
    case react(Int, Int)
    /// One of the things goes on that can, counted round.
    case move(Int)
    /// All of them do, until there is nothing left to do.
    case rest
  }

  struct Assignment: Equatable {
    var end: Int
    var value: Int
  }
}

/// One end: what it is, and where it lives.
struct EndPlan: Equatable {
  /// Whether it is a `Property`, which tells its own binding what that has written; a path doesn't, but answers.
  var isProperty = true
  var setter = Setter.plain
  /// Whether it lives on a queue.
  var isRemote = false

  /// What becomes of what is set.
  enum Setter: Equatable {
    case plain
    /// It is set a second time where it isn't in between: in `didSet`, or by an observer where it is a `Property`.
    case clamp(Int, Int)
    /// A setter stores another value. For paths.
    case tens
  }

  /// What the setter makes of it.
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

/// What converts the values of a binding. All ends hold numbers; what matters is what becomes of a number there and back.
enum ConversionPlan: String {
  case none
  /// Each has its own counterpart.
  case shift
  /// As text and numbers: many texts stand for one number, and negative ones stand for none.
  case spelling
  /// Only even numbers of the first end stay as they are.
  case half
  /// The second end takes no more than fifty.
  case most
  /// What is odd at the second end has no counterpart.
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
