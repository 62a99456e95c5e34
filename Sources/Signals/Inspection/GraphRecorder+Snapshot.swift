extension GraphRecorder {
  /// The graph that is live at this moment.
  package func snapshot() -> SignalGraph.Snapshot {
    locked { state in
      var sketch = Sketch()
      for trace in state.live { sketch.add(trace) }
      return sketch.snapshot
    }
  }
}

/// A snapshot while it is put together.
private struct Sketch {
  private struct Way: Hashable {
    let from: Int
    let to: Int
  }

  private var nodes: [Int: RecordedNode] = [:]
  private var passedOn: [Int: Int] = [:]
  private var received: [Int: Int] = [:]
  private var ways: [Way: Int] = [:]

  mutating func add(_ trace: RecordedConnection) {
    nodes[trace.bottom.number] = trace.bottom
    for step in trace.steps {
      let count = step.count
      let (upper, lower) = (step.upper.number, step.lower.number)
      nodes[upper] = step.upper
      passedOn[upper] = max(passedOn[upper, default: 0], count)
      received[lower, default: 0] += count
      ways[Way(from: upper, to: lower), default: 0] += count
    }
  }

  var snapshot: SignalGraph.Snapshot {
    SignalGraph.Snapshot(
      nodes: nodes.sorted { $0.key < $1.key }.map { describe($0.value) },
      edges: ways.sorted { ($0.key.from, $0.key.to) < ($1.key.from, $1.key.to) }.map { way, values in
        SignalGraph.Edge(from: way.from, to: way.to, values: values)
      })
  }

  private func describe(_ node: RecordedNode) -> SignalGraph.Node {
    let values =
      if node.info.kind == .endpoint {
        node.received + received[node.number, default: 0]
      } else {
        max(node.passedOn, passedOn[node.number, default: 0])
      }
    return SignalGraph.Node(
      id: node.number, kind: SignalGraph.Kind(node.info.kind), operation: node.info.operation, name: node.name,
      place: node.info.isInternal ? nil : SignalGraph.Place(file: node.info.place.file, line: node.info.place.line),
      queue: node.queue, values: values, ends: Int(bitPattern: node.ends.relaxed))
  }
}

extension SignalGraph.Kind {
  fileprivate init(_ kind: NodeInfo.Kind) {
    switch kind {
    case .source: self = .source
    case .operator: self = .operator
    case .endpoint: self = .endpoint
    }
  }
}
