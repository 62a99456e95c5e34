/// One call of an observer, or one run of a reaction.
struct GraphCall: Equatable, CustomStringConvertible {
  /// The node, or the number of a reaction.
  let node: Int
  let observer: Int
  let text: String

  var description: String { "r\(observer): \(text)" }
}

extension GraphProgram {
  /// The number of a reaction among the nodes.
  static func reaction(_ id: Int) -> Int { 1_000 + id }

  /// The calls of one operation, with those of different derived nodes and reactions in the order of the nodes: within a
  /// turn, that order is open. Calls of sources come first, since a derived value changes when the turn settles (C10).
  func ordered(_ calls: [GraphCall]) -> [GraphCall] {
    let first = calls.prefix { $0.node < sources.count }
    let others = calls.dropFirst(first.count)
    if others.contains(where: { $0.node < sources.count }) { return calls }
    let sorted = others.enumerated().sorted { ($0.element.node, $0.offset) < ($1.element.node, $1.offset) }
    return first + sorted.map(\.element)
  }
}

/// The dependency graph, as the contract describes it (K8, C10, C11), for programs whose handlers set nothing.
///
/// A node runs if its value is needed and an input that it read in its last run has changed since. Inputs are checked in the
/// order in which they were read, each is brought up to date before it is checked, and the first changed one ends the check.
/// A set changes a source; a run changes a node if its result isn't the same as the one before.
struct GraphModel {
  private struct Node {
    /// Increases with each change. 0: never computed.
    var version = 0
    var value = 0
    var reads: [(node: Int, version: Int)] = []
    var checkedAt = -1
  }

  private struct Observer {
    let node: Int
    let hasOld: Bool
  }

  private let program: GraphProgram
  private var sources: [Int]
  private var nodes: [Node]
  private var held: Set<Int>
  /// The number of sets.
  private var epoch = 0
  private var observers: [Int: Observer] = [:]
  /// The value of each observed derived node when its observers were called last.
  private var delivered: [Int: Int] = [:]
  private var reactions: [Int: (nodes: [Int], reads: [(node: Int, version: Int)])] = [:]

  // Of the last operation.
  private(set) var values: [Int] = []
  private(set) var runs: [Int] = []
  private(set) var calls: [GraphCall] = []

  init(_ program: GraphProgram) {
    self.program = program
    sources = program.sources
    nodes = Array(repeating: Node(), count: program.sources.count + program.formulas.count)
    held = Set(program.nodes)
  }

  mutating func perform(_ operation: GraphProgram.Operation) {
    (values, runs, calls) = ([], [], [])
    apply(operation)
    let alive = program.inputs(of: held.union(reactions.values.flatMap(\.nodes)))
    for (id, observer) in observers.sorted(by: { $0.key < $1.key }) where !alive.contains(observer.node) {
      observers[id] = nil
      if !observer.hasOld { note(observer.node, id, "|") }
    }
    let observed = Set(observers.values.map(\.node))
    delivered = delivered.filter { observed.contains($0.key) }
  }

  private mutating func apply(_ operation: GraphProgram.Operation) {
    switch operation {
    case .set(let source, let value):
      set(source, value)
      settle()
    case .transaction(let steps):
      for step in steps { if case .set(let source, let value) = step { set(source, value) } else { apply(step) } }
      settle()
    case .read(let node): if held.contains(node) { values.append(value(node)) }
    case .subscribe(let node, let id): add(Observer(node: node, hasOld: false), id)
    case .attach(let node, let id): add(Observer(node: node, hasOld: true), id)
    case .react(let nodes, _, let id):
      guard nodes.allSatisfy(held.contains) else { return }
      reactions[id] = (nodes, [])
      run(reaction: id)
    case .cancel(let id):
      observers[id] = nil
      reactions[id] = nil
    case .release(let node): held.remove(node)
    case .raise: preconditionFailure("The model has no handlers that set.")
    }
  }

  private mutating func note(_ node: Int, _ id: Int, _ text: String) {
    calls.append(GraphCall(node: node, observer: id, text: text))
  }

  private mutating func add(_ observer: Observer, _ id: Int) {
    guard held.contains(observer.node) else { return }
    let value = value(observer.node)
    observers[id] = observer
    if delivered[observer.node] == nil { delivered[observer.node] = value }
    if !observer.hasOld { note(observer.node, id, "\(value)") }
  }

  private mutating func set(_ source: Int, _ value: Int) {
    let old = sources[source]
    sources[source] = value
    nodes[source].version += 1
    epoch += 1
    notify(source, old, value)
  }

  private mutating func notify(_ node: Int, _ old: Int, _ new: Int) {
    for (id, observer) in observers.sorted(by: { $0.key < $1.key }) where observer.node == node {
      note(node, id, observer.hasOld ? "\(old) → \(new)" : "\(new)")
    }
  }

  private mutating func settle() {
    for (node, old) in delivered.sorted(by: { $0.key < $1.key }) {
      guard let formula = program.formulas[node] else { continue }
      let new = value(node)
      delivered[node] = new
      if !formula.isSame(old, new) { notify(node, old, new) }
    }
    for id in reactions.keys.sorted() where hasChangedInput(reactions[id]?.reads ?? []) { run(reaction: id) }
  }

  private mutating func run(reaction id: Int) {
    guard let read = reactions[id]?.nodes else { return }
    var reads: [(node: Int, version: Int)] = []
    var seen: [Int] = []
    for node in read {
      if let first = seen.first, !first.isMultiple(of: 2) { break }
      seen.append(value(node))
      reads.append((node, nodes[node].version))
    }
    reactions[id]?.reads = reads
    note(GraphProgram.reaction(id), id, seen.map(String.init).joined(separator: " "))
  }

  private mutating func value(_ node: Int) -> Int {
    update(node)
    return program.formulas[node] == nil ? sources[node] : nodes[node].value
  }

  private mutating func hasChangedInput(_ reads: [(node: Int, version: Int)]) -> Bool {
    for read in reads {
      update(read.node)
      if nodes[read.node].version != read.version { return true }
    }
    return false
  }

  private mutating func update(_ index: Int) {
    guard let formula = program.formulas[index], nodes[index].checkedAt != epoch else { return }
    if nodes[index].version == 0 || hasChangedInput(nodes[index].reads) { run(index, formula) }
    nodes[index].checkedAt = epoch
  }

  private mutating func run(_ index: Int, _ formula: GraphProgram.Formula) {
    runs.append(index)
    var reads: [(node: Int, version: Int)] = []
    let new = formula.value(
      { node, isTracked in
        let value = value(node)
        if isTracked { reads.append((node, nodes[node].version)) }
        return value
      }, onError: {})
    if nodes[index].version == 0 || !formula.isSame(nodes[index].value, new) {
      nodes[index].version += 1
      nodes[index].value = new
    }
    nodes[index].reads = reads
  }
}
