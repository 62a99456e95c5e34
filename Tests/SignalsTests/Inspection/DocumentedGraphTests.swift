import Dispatch
import Foundation
import Signals
import Testing

/// The documentation shows the printed text.
@Suite("C16 The graph in the documentation", .leavesNothing) struct DocumentedGraphTests {
  @Test func `the page shows the graph of its program`() async throws {
    let graph = RecordedGraph()
    let queue = DispatchQueue(label: "display")
    let (inputs, endpoints) = graph.record {
      // The lines of the page, from the first on.
      let lines = RecordedGraph()
      let celsius = SignalInput<Double>()
      let offset = SignalInput<Double>()
      let corrected = celsius.signal
        .combineLatest(offset.signal)
        .map { $0 + $1 }
        .named("corrected")
        .shared(replaying: 1)
      let steady = corrected.removeDuplicates()
      let display = steady.deliver(on: queue).subscribeValues { _ in }
      let alarm = corrected.filter { $0 > 40 }.subscribeValues { _ in }
      return ((lines, celsius, offset), [display, alarm])
    }
    inputs.2.send(0.5)
    inputs.1.send(20)
    inputs.1.send(41)
    await withCheckedContinuation { done in queue.async { done.resume() } }
    let page = try String(contentsOf: Self.documentation.appending(path: "SeeingAGraph.md"), encoding: .utf8)
    let snapshot = graph.snapshot
    for text in [snapshot.text, snapshot.mermaid, snapshot.dot] {
      let shown = inputs.0.lines(of: text).joined(separator: "\n").replacing(/at \+(\d+)/) {
        "at App/Main.swift:\($0.output.1)"
      }
      expect(page.contains("\n\(shown)\n```"), "\(shown)")
    }
    withExtendedLifetime(endpoints) {}
  }

  private static let documentation = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Documentation")
}
