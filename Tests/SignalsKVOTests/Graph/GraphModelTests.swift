import Foundation
import Signals
import SignalsKVO
import SignalsTesting
import Testing

/// K8, C10, C11: random programs of dynamic graphs against a model.
///
/// Values and histories come from plain recomputation. The runs of each node come from this rule: a node runs if its value is
/// needed and an input that it read in its last run has changed since. Inputs are checked in the order in which they were
/// read, each is brought up to date before it is checked, and the first changed one ends the check. A set changes a source;
/// a run changes a node if its result isn't equal to the one before. Fragile nodes report an error if they run although the
/// nodes that can read them wouldn't do so now.
///
/// The seeds are the same in each run. `GRAPH_SEEDS=100000` tries as many.
@Suite("Random: the dependency graph", .leavesNothing) struct GraphModelTests {
  @Test func `values, histories and the number of runs agree with the model`() {
    let wanted = ProcessInfo.processInfo.environment["GRAPH_SEEDS"].flatMap { UInt64($0) } ?? 300
    let failing = (0..<max(300, wanted)).filter { GraphProgram(seed: $0).difference() != nil }
    guard let seed = failing.first else { return }
    let shortest = GraphProgram(seed: seed).shrunk { $0.difference() != nil }
    Issue.record("\(failing.count) seeds fail. Seed \(seed), shrunk:\n\(shortest)\n\(shortest.difference() ?? "")")
  }
}

extension GraphProgram {
  /// Describes the first operation after which the graph and its model differ.
  func difference() -> String? {
    let graph = LiveGraph(self)
    var model = Model(self)
    for (step, operation) in operations.enumerated() {
      graph.perform(operation)
      model.perform(operation)
      func compare<Result: Equatable>(_ name: String, _ actual: Result, _ expected: Result) -> String? {
        guard actual != expected else { return nil }
        return "After operation \(step), \(text(operation)): \(name) \(actual), expected \(expected)"
      }
      let difference =
        compare("errors of", graph.errors.take(), [])
        ?? compare("values read", graph.values, model.values)
        ?? compare("histories", graph.recorders.mapValues(\.history), model.observers.mapValues(\.history))
        ?? compare("nodes run", graph.runs.take().sorted(), model.runs.sorted())
      if let difference { return difference }
      model.runs = []
    }
    return nil
  }
}

/// The program, performed with the library. An operation on a node that has been released does nothing.
private final class LiveGraph {
  private let sources: [Property<Int>]
  private var nodes: [Int: ObservableValue<Int>] = [:]
  var recorders: [Int: Recorder<Int>] = [:]
  var values: [Int] = []
  let runs = Log<Int>()
  let errors = Log<String>()

  init(_ program: GraphProgram) {
    sources = program.sources.map { Property($0) }
    for index in program.nodes {
      guard let formula = program.formulas[index] else {
        nodes[index] = sources[index]
        continue
      }
      let inputs = nodes.filter { formula.inputs.contains($0.key) }
      nodes[index] = Derived { [runs, errors] in
        runs.append(index)
        return formula.value({ inputs[$0]?.value ?? -1 }, onError: { errors.append("d\(index)") })
      }
    }
  }

  func perform(_ operation: GraphProgram.Operation) {
    switch operation {
    case .set(let source, let value): sources[source].value = value
    case .transaction(let steps): transaction { for step in steps { perform(step) } }
    case .read(let node): if let node = nodes[node] { values.append(node.value) }
    case .subscribe(let node, let id): if let node = nodes[node] { recorders[id] = Recorder(node.signal) }
    case .cancel(let id): recorders[id]?.cancel()
    case .release(let node): nodes[node] = nil
    }
  }
}

private struct Model {
  private struct Node {
    /// Increases with each change. 0: never computed.
    var version = 0
    var value = 0
    var reads: [(node: Int, version: Int)] = []
    var checkedAt = -1
  }

  private let program: GraphProgram
  private var sources: [Int]
  private var nodes: [Node]
  private var held: Set<Int>
  /// How many sets there have been.
  private var epoch = 0
  var observers: [Int: (node: Int, history: [String], isOpen: Bool)] = [:]
  var values: [Int] = []
  var runs: [Int] = []

  init(_ program: GraphProgram) {
    self.program = program
    sources = program.sources
    nodes = Array(repeating: Node(), count: program.sources.count + program.formulas.count)
    held = Set(program.nodes)
  }

  mutating func perform(_ operation: GraphProgram.Operation) {
    switch operation {
    case .set: set(operation)
    case .transaction(let steps):
      for step in steps { if case .set = step { set(step, settles: false) } else { perform(step) } }
      settle()
    case .read(let node): if held.contains(node) { values.append(value(node)) }
    case .subscribe(let node, let id):
      if held.contains(node) { observers[id] = (node, ["\(value(node))"], true) }
    case .cancel(let id): observers[id]?.isOpen = false
    case .release(let node):
      held.remove(node)
      let alive = program.inputs(of: held)
      for (id, observer) in observers where observer.isOpen && !alive.contains(observer.node) {
        observers[id] = (observer.node, observer.history + ["|"], false)
      }
    }
  }

  private mutating func set(_ operation: GraphProgram.Operation, settles: Bool = true) {
    guard case .set(let source, let value) = operation else { return }
    sources[source] = value
    nodes[source].version += 1
    epoch += 1
    for (id, observer) in observers where observer.isOpen && observer.node == source {
      observers[id]?.history.append("\(value)")
    }
    if settles { settle() }
  }

  private mutating func settle() {
    for (id, observer) in observers where observer.isOpen && program.formulas[observer.node] != nil {
      let value = "\(value(observer.node))"
      if observer.history.last != value { observers[id]?.history.append(value) }
    }
  }

  /// The value by plain recomputation. Notes which nodes run for it.
  private mutating func value(_ node: Int) -> Int {
    update(node)
    func plain(_ node: Int) -> Int { program.formulas[node]?.value(plain, onError: {}) ?? sources[node] }
    return plain(node)
  }

  private mutating func update(_ index: Int) {
    guard let formula = program.formulas[index], nodes[index].checkedAt != epoch else { return }
    var isChanged = nodes[index].version == 0
    for read in nodes[index].reads where !isChanged {
      update(read.node)
      isChanged = nodes[read.node].version != read.version
    }
    if isChanged { run(index, formula) }
    nodes[index].checkedAt = epoch
  }

  private mutating func run(_ index: Int, _ formula: GraphProgram.Formula) {
    runs.append(index)
    var reads: [(node: Int, version: Int)] = []
    let value = formula.value(
      { node in
        update(node)
        reads.append((node, nodes[node].version))
        return program.formulas[node] == nil ? sources[node] : nodes[node].value
      }, onError: {})
    if nodes[index].version == 0 || nodes[index].value != value { nodes[index].version += 1 }
    nodes[index].value = value
    nodes[index].reads = reads
  }
}
