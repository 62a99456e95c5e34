/// The record of a ``Connection``: the node that it ends in, and the steps of its values, in the order in which they were
/// attached, from the bottom up.
// Unchecked, because the recorder's lock guards the state that changes.
final class RecordedConnection: ConnectionTrace, @unchecked Sendable {
  /// The endpoint, or the operator with a serialiser of its own, that the connection leads to.
  let bottom: RecordedNode

  // Guarded by the recorder's lock.
  private(set) var steps: [Step] = []
  private var life = Life.unattached
  private var nameOfNext: String?
  private let graph: GraphRecorder

  private enum Life: Equatable {
    /// No node is above it so far.
    case unattached
    /// The recorder keeps it, under a number.
    case live(Int)
    case over
  }

  /// The way of values from one node to the next.
  final class Step: Sendable {
    let upper: RecordedNode
    let lower: RecordedNode
    let values = AtomicWord(0)
    private let presence = LiveObject()

    init(from upper: RecordedNode, to lower: RecordedNode) {
      self.upper = upper
      self.lower = lower
    }

    var count: Int { Int(bitPattern: values.relaxed) }
  }

  init(to bottom: RecordedNode, in graph: GraphRecorder) {
    self.bottom = bottom
    self.graph = graph
    super.init(recorder: graph)
  }

  // MARK: - Attaching, on the subscribing thread

  override var top: GraphNode { graph.locked { _ in steps.last?.upper ?? bottom } }

  /// Shows the connection of an endpoint before a node is above it.
  func begin() { graph.locked { keep(&$0) } }

  override func nameNext(_ name: String) { graph.locked { _ in nameOfNext = nameOfNext ?? name } }

  override func add<Value>(_ node: GraphNode, above downstream: Downstream<Value>) -> Downstream<Value> {
    // A recorder creates all nodes and traces of its graph, so this is one of its nodes.
    let node = unsafe unsafeDowncast(node, to: RecordedNode.self)
    let step = graph.locked { state in
      let step = Step(from: node, to: steps.last?.upper ?? bottom)
      steps.append(step)
      if let name = nameOfNext { node.name = node.name ?? name }
      nameOfNext = nil
      keep(&state)
      return step
    }
    return downstream.counted(on: step)
  }

  private func keep(_ state: inout GraphRecorder.State) {
    if life == .unattached { life = .live(state.keep(self)) }
  }

  // MARK: - The end

  override func close() {
    let gone = graph.locked { state -> RecordedConnection? in
      defer { life = .over }
      guard case .live(let number) = life else { return nil }
      for step in steps { step.upper.passedOn = max(step.upper.passedOn, step.count) }
      if let first = steps.first { bottom.received += first.count }
      return state.forget(number)
    }
    _ = gone
  }
}
