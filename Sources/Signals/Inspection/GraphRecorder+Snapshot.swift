extension GraphRecorder {
  /// What is live at this moment.
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

  private var nodes: [Int: GraphNode] = [:]
  private var passedOn: [Int: Int] = [:]
  private var received: [Int: Int] = [:]
  private var ways: [Way: Int] = [:]

  mutating func add(_ trace: LineTrace) {
    nodes[trace.bottom.number] = trace.bottom
    for passage in trace.passages {
      let count = passage.count
      let (upper, lower) = (passage.upper.number, passage.lower.number)
      nodes[upper] = passage.upper
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

  private func describe(_ node: GraphNode) -> SignalGraph.Node {
    let values =
      if node.kind == .endpoint {
        node.received + received[node.number, default: 0]
      } else {
        max(node.passedOn, passedOn[node.number, default: 0])
      }
    return SignalGraph.Node(
      id: node.number, kind: node.kind, operation: node.operation, name: node.name, place: node.place,
      queue: node.queue, values: values, ends: Int(bitPattern: node.ends.glance))
  }
}
