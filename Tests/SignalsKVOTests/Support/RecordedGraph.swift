import Signals

/// The live graph of the objects that a test makes. Places are lines relative to the creation of this value: `+2` is
/// the second line after it.
struct RecordedGraph {
  private let recorder = GraphRecorder()
  private let firstLine: Int

  init(line: Int = #line) { firstLine = line }

  /// Records the nodes that `body` makes on this thread.
  func record<Answer>(_ body: () throws -> Answer) rethrows -> Answer { try recorder.record(body) }

  var snapshot: SignalGraph.Snapshot { recorder.snapshot() }

  var text: [String] { lines(of: snapshot.text) }

  /// The remaining endpoints with their places.
  var endpoints: [String] {
    snapshot.endpoints.map { "\($0.operation) \(relative($0.place?.description ?? "nowhere"))" }
  }

  func lines(of text: String) -> [String] { relative(text).split(separator: "\n").map(String.init) }

  private func relative(_ text: String) -> String {
    text.replacing(/SignalsKVOTests\/[A-Za-z+]+\.swift:(\d+)/) { match in
      "+\((Int(match.output.1) ?? 0) - firstLine)"
    }
  }
}
