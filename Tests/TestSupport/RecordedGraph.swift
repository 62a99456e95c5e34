package import Signals

/// The live graph of the objects that a test makes. Places are lines relative to the creation of this value: `+2` is
/// the second line after it.
package struct RecordedGraph {
  private let recorder = GraphRecorder()
  private let firstLine: Int

  package init(line: Int = #line) { firstLine = line }

  /// Records the nodes that `body` makes on this thread.
  package func record<Answer>(_ body: () throws -> Answer) rethrows -> Answer { try recorder.record(body) }

  package var snapshot: SignalGraph.Snapshot { recorder.snapshot() }

  package var text: [String] { lines(of: snapshot.text) }

  package var mermaid: [String] { lines(of: snapshot.mermaid) }
  package var dot: [String] { lines(of: snapshot.dot) }

  /// The remaining endpoints with their places.
  package var endpoints: [String] {
    snapshot.endpoints.map { "\($0.operation) \(relative($0.place?.description ?? "nowhere"))" }
  }

  package func lines(of text: String) -> [String] { relative(text).split(separator: "\n").map(String.init) }

  private func relative(_ text: String) -> String {
    text.replacing(/[A-Za-z]+Tests\/[A-Za-z+]+\.swift:(\d+)/) { match in
      "+\((Int(match.output.1) ?? 0) - firstLine)"
    }
  }
}
