/// A graph of operators as data: the random tests make, run, evaluate and shrink it.
///
/// Nodes refer to earlier ones by their index, so that there are no circles. Every operator whose output within a turn
/// would depend on the order in which unrelated ways are gone is below a join, which sees only the last.
struct Graph: Sendable, CustomStringConvertible {
  enum Node: Sendable {
    case source
    case map(Int, adding: Int)
    /// Fails at such a value.
    case failing(Int, at: Int)
    case filter(Int, divisor: Int)
    case removeDuplicates(Int)
    case scan(Int)
    case shared(Int)
    case combine([Int])
    case withLatest(Int, from: [Int])
    /// A join of another with the running sum of several inputs.
    case sum([Int], with: Int)
    /// A join of another with a switching signal: the options are shared and replay, and the inner signal is one
    /// of them, or a join of several.
    case switched(Int, options: [Int], with: Int)
  }

  enum Action: Sendable {
    case send(source: Int, Int)
    case finish(source: Int)
    case fail(source: Int)
  }

  /// The actions of one turn: more than one action share a transaction.
  typealias Turn = [Action]

  var nodes: [Node]
  /// The nodes that are observed.
  var observed: [Int]
  var turns: [Turn]

  var sources: [Int] {
    nodes.indices.filter { if case .source = nodes[$0] { true } else { false } }
  }

  var description: String {
    nodes.enumerated().map { "  \($0) = \($1)" }.joined(separator: "\n") + "\n  observed: \(observed)\n"
      + turns.map { "  turn: \($0)" }.joined(separator: "\n")
  }
}

extension Graph.Node {
  var inputs: [Int] {
    switch self {
    case .source: []
    case .map(let input, _), .failing(let input, _), .filter(let input, _), .removeDuplicates(let input),
      .scan(let input), .shared(let input):
      [input]
    case .combine(let inputs): inputs
    case .withLatest(let own, let others): [own] + others
    case .sum(let inputs, let other): inputs + [other]
    case .switched(let outer, let options, let other): [outer] + options + [other]
    }
  }

  /// The same node with other inputs.
  func mapping(_ new: (Int) -> Int) -> Self {
    switch self {
    case .source: .source
    case .map(let input, let amount): .map(new(input), adding: amount)
    case .failing(let input, let value): .failing(new(input), at: value)
    case .filter(let input, let divisor): .filter(new(input), divisor: divisor)
    case .removeDuplicates(let input): .removeDuplicates(new(input))
    case .scan(let input): .scan(new(input))
    case .shared(let input): .shared(new(input))
    case .combine(let inputs): .combine(inputs.map(new))
    case .withLatest(let own, let others): .withLatest(new(own), from: others.map(new))
    case .sum(let inputs, let other): .sum(inputs.map(new), with: new(other))
    case .switched(let outer, let options, let other):
      .switched(new(outer), options: options.map(new), with: new(other))
    }
  }
}
