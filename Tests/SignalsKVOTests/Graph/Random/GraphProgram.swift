/// A random graph and a sequence of operations on it.
struct GraphProgram: Sendable {
  let sources: [Int]
  /// Whether handlers and reactions set sources.
  let hasSetters: Bool
  var formulas: [Int: Formula] = [:]
  var operations: [Operation] = []

  /// The value up to which handlers and reactions raise a source, so that every program ends.
  static let limit = 3

  /// The formula of a derived node over earlier nodes, which are named by their index. The sources come first.
  enum Formula: Sendable {
    case sum([Int])
    case half(Int)
    /// Reads the node that the value of another one selects.
    case choice([Int], by: Int)
    /// Reads its inputs only while a condition is even.
    case guarded([Int], by: Int)
    /// Reports an error if it runs while a condition is odd. Its readers are guarded by the same condition.
    case fragile([Int], by: Int)
    /// Reads the second list untracked.
    case untracked([Int], [Int])
    /// Is the same as before if half of its input is.
    case coarse(Int)
  }

  enum Operation: Sendable {
    case set(Int, Int)
    /// Sets and reads.
    case transaction([Operation])
    case read(Int)
    case subscribe(Int, as: Int)
    /// An observer with an owner, which gets the old and the new value.
    case attach(Int, as: Int)
    /// An observer that raises sources: several in one transaction.
    case raise(Int, [Int], as: Int)
    /// A reaction that reads the first node, and the others while that is even. Then it raises a source, if it has one.
    case react([Int], raising: Int?, as: Int)
    case cancel(Int)
    case release(Int)
  }
}

extension GraphProgram {
  /// The nodes that the operations name, and those that they read. No others are created.
  var nodes: [Int] { inputs(of: Set(operations.flatMap(\.nodes))).sorted() }

  /// These nodes, and all that they read.
  func inputs(of nodes: Set<Int>) -> Set<Int> {
    var all = nodes
    for index in formulas.keys.sorted(by: >) where all.contains(index) { all.formUnion(formulas[index]?.inputs ?? []) }
    return all
  }

  /// The nodes whose value depends on the time at which they ran.
  var dependsOnTime: Set<Int> {
    var all: Set<Int> = []
    for (index, formula) in formulas.sorted(by: { $0.key < $1.key }) {
      switch formula {
      case .untracked, .coarse: all.insert(index)
      default: if !all.isDisjoint(with: formula.inputs) { all.insert(index) }
      }
    }
    return all
  }

  /// The value of a node for these sources, by plain recomputation.
  func value(of node: Int, _ sources: [Int]) -> Int {
    formulas[node]?.value { value(of: $0, sources) } ?? sources[node]
  }
}

extension GraphProgram.Formula {
  /// All nodes that it may read, the condition last.
  var inputs: [Int] {
    switch self {
    case .sum(let inputs): inputs
    case .half(let input), .coarse(let input): [input]
    case .choice(let inputs, let condition), .guarded(let inputs, let condition), .fragile(let inputs, let condition):
      inputs + [condition]
    case .untracked(let inputs, let others): inputs + others
    }
  }

  func value(_ read: (Int) -> Int) -> Int { value({ node, _ in read(node) }, onError: {}) }

  func value(_ read: (_ node: Int, _ isTracked: Bool) -> Int, onError: () -> Void) -> Int {
    func sum(_ inputs: [Int], isTracked: Bool = true) -> Int { inputs.reduce(1) { $0 + read($1, isTracked) } % 5 }
    switch self {
    case .sum(let inputs): return sum(inputs)
    case .half(let input): return read(input, true) / 2
    case .choice(let branches, let selector): return read(branches[read(selector, true) % branches.count], true)
    case .guarded(let inputs, let condition): return read(condition, true).isMultiple(of: 2) ? sum(inputs) : 0
    case .fragile(let inputs, let condition):
      let sum = sum(inputs)
      if !read(condition, true).isMultiple(of: 2) { onError() }
      return sum
    case .untracked(let inputs, let others): return (sum(inputs) + sum(others, isTracked: false)) % 5
    case .coarse(let input): return read(input, true)
    }
  }

  func isSame(_ one: Int, _ other: Int) -> Bool {
    if case .coarse = self { one / 2 == other / 2 } else { one == other }
  }
}

extension GraphProgram.Operation {
  /// The nodes that it reads, sets or observes.
  var nodes: [Int] {
    switch self {
    case .set(let node, _), .read(let node), .subscribe(let node, _), .attach(let node, _), .release(let node): [node]
    case .raise(let node, let sources, _): [node] + sources
    case .react(let nodes, let source, _): nodes + (source.map { [$0] } ?? [])
    case .transaction(let steps): steps.flatMap(\.nodes)
    case .cancel: []
    }
  }
}

// MARK: - As Swift code

extension GraphProgram: CustomStringConvertible {
  var description: String {
    let made = nodes.map { index in
      guard let formula = formulas[index] else { return "let s\(index) = Property(\(sources[index]))" }
      let options = if case .coarse = formula { "(isSame: { $0 / 2 == $1 / 2 })" } else { "" }
      return "var d\(index) = Derived\(options) { \(formula.text(name)) }"
    }
    return (made + operations.map(text)).joined(separator: "\n")
  }

  private func name(_ index: Int) -> String { index < sources.count ? "s\(index)" : "d\(index)" }

  private func raise(_ source: Int) -> String { "if s\(source).value < \(Self.limit) { s\(source).value += 1 }" }

  func text(_ operation: Operation) -> String {
    switch operation {
    case .set(let node, let value): return "\(name(node)).value = \(value)"
    case .transaction(let steps): return "transaction { \(steps.map(text).joined(separator: "; ")) }"
    case .read(let node): return "_ = \(name(node)).value"
    case .subscribe(let node, let id): return "let r\(id) = Recorder(\(name(node)).signal)"
    case .attach(let node, let id): return "let r\(id) = \(name(node)).addObserver(forOwner: o) { old, new in }"
    case .raise(let node, let sources, let id):
      let raises = sources.map(raise).joined(separator: "; ")
      let body = sources.count > 1 ? "transaction { \(raises) }" : raises
      return "let r\(id) = \(name(node)).addObserver(forOwner: o) { old, new in \(body) }"
    case .react(let nodes, let source, let id):
      let reads = nodes.map { "\(name($0)).value" }
      let rest = reads.dropFirst().joined(separator: ", ")
      let others = rest.isEmpty ? "" : " if first % 2 == 0 { _ = [\(rest)] };"
      return "let r\(id) = observe { let first = \(reads[0]);\(others) \(source.map(raise) ?? "") }"
    case .cancel(let id): return "r\(id).cancel()"
    case .release(let node): return "\(name(node)) = nil"
    }
  }
}

extension GraphProgram.Formula {
  fileprivate func text(_ name: (Int) -> String) -> String {
    func sum(_ inputs: [Int]) -> String { "(1 + \(inputs.map { name($0) + ".value" }.joined(separator: " + "))) % 5" }
    switch self {
    case .sum(let inputs): return sum(inputs)
    case .half(let input): return "\(name(input)).value / 2"
    case .choice(let branches, let selector):
      return "[\(branches.map(name).joined(separator: ", "))][\(name(selector)).value % \(branches.count)].value"
    case .guarded(let inputs, let condition): return "\(name(condition)).value.isMultiple(of: 2) ? \(sum(inputs)) : 0"
    case .fragile(let inputs, let condition):
      return "let sum = \(sum(inputs)); check(\(name(condition)).value.isMultiple(of: 2)); return sum"
    case .untracked(let inputs, let others): return "(\(sum(inputs)) + untracked { \(sum(others)) }) % 5"
    case .coarse(let input): return "\(name(input)).value"
    }
  }
}
