import Signals

/// The live graph of the objects of a test, and of nothing else. Places are lines relative to this one: `+2` is
/// the second line after that.
struct RecordedGraph {
  private let recorder = GraphRecorder()
  private let firstLine: Int

  init(line: Int = #line) { firstLine = line }

  /// Records the objects made within `body`, on this thread.
  func record<Answer>(_ body: () throws -> Answer) rethrows -> Answer { try recorder.record(body) }

  var snapshot: SignalGraph.Snapshot { recorder.snapshot() }

  var text: [String] { lines(of: snapshot.text) }
  var mermaid: [String] { lines(of: snapshot.mermaid) }
  var dot: [String] { lines(of: snapshot.dot) }

  /// The endpoints that are left, with their places.
  var endpoints: [String] {
    snapshot.endpoints.map { "\($0.operation) \(relative($0.place?.description ?? "nowhere"))" }
  }

  func lines(of text: String) -> [String] { relative(text).split(separator: "\n").map(String.init) }

  private func relative(_ text: String) -> String {
    text.replacing(/SignalsTests\/[A-Za-z+]+\.swift:(\d+)/) { match in
      "+\((Int(match.output.1) ?? 0) - firstLine)"
    }
  }
}
