import Dispatch
import Signals
import Testing

/// C16: the same graph as a drawing, for two programs that draw.
@Suite("C16 Drawing the graph", .leavesNothing) struct DrawingTests {
  private func diamond() -> (RecordedGraph, SignalInput<Int>, Endpoint) {
    let graph = RecordedGraph(line: #line)
    let (input, endpoint) = graph.record {
      let input = SignalInput<Int>()
      let net = input.signal.named("net <\"1\">")
      return (input, net.combineLatest(net.map { $0 / 5 }).subscribeValues { _ in })
    }
    input.send(100)
    return (graph, input, endpoint)
  }

  @Test func `for Mermaid`() {
    let (graph, input, endpoint) = diamond()
    let expected = [
      "graph TD",
      "  n1([\"SignalInput #quot;net #lt;#quot;1#quot;#gt;#quot; at +2<br>1 value\"])",
      "  n2[/\"subscribeValues at +4<br>1 value\"/]",
      "  n3[\"combineLatest at +4<br>1 value\"]",
      "  n4[\"map at +4<br>1 value\"]",
      "  n1 -->|1| n3",
      "  n1 -->|1| n4",
      "  n3 -->|1| n2",
      "  n4 -->|1| n3",
    ]
    expect(graph.mermaid, equals: expected)
    withExtendedLifetime((input, endpoint)) {}
  }

  @Test func `for Graphviz`() {
    let (graph, input, endpoint) = diamond()
    let expected = [
      "digraph signals {",
      "  node [shape=box];",
      "  n1 [label=\"SignalInput \\\"net <\\\"1\\\">\\\" at +2\\n1 value\", shape=ellipse];",
      "  n2 [label=\"subscribeValues at +4\\n1 value\", style=rounded];",
      "  n3 [label=\"combineLatest at +4\\n1 value\"];",
      "  n4 [label=\"map at +4\\n1 value\"];",
      "  n1 -> n3 [label=\"1\"];",
      "  n1 -> n4 [label=\"1\"];",
      "  n3 -> n2 [label=\"1\"];",
      "  n4 -> n3 [label=\"1\"];",
      "}",
    ]
    expect(graph.dot, equals: expected)
    withExtendedLifetime((input, endpoint)) {}
  }

  @Test func `two paths from one node to another are one, with the events of both`() {
    let graph = RecordedGraph()
    let input = SignalInput<Int>()
    let endpoint = graph.record { input.signal.merge(with: input.signal).subscribeValues { _ in } }
    input.send(1)
    let expected = [
      "#3 SignalInput, 1 value", "└─ #2 merge at +2, 2 values", "   └─ #1 subscribeValues at +2, 2 values",
    ]
    expect(graph.text, equals: expected)
    expect(graph.snapshot.edges.map(\.values), equals: [2, 2])
    withExtendedLifetime(endpoint) {}
  }

  @Test func `a node that leads only to itself is written too`() {
    let graph = RecordedGraph()
    let source = SignalInput<Int>()
    let ring = Guarded<Signal<Int>?>(nil)
    let shared = source.signal.flatMap { _ in ring.change { $0 } ?? .never() }.shared()
    ring.change { $0 = shared }
    let endpoint = graph.record { shared.subscribeValues { _ in } }
    source.send(1)
    let expected = [
      "#4 SignalInput, 1 value",
      "└─ #3 flatMap at +3, 0 values",
      "   └─ #2 shared at +3, 0 values",
      "      ├─ #1 subscribeValues at +5, 0 values",
      "      └─ #3 flatMap, see above",
    ]
    expect(graph.text, equals: expected)
    // A signal that subscribes to itself stays while it goes on: only a failure passes through it at once.
    source.fail(Failure("over"))
    ring.change { $0 = nil }
    withExtendedLifetime(endpoint) {}
  }

  @Test func `each node has one line, whatever its names contain`() {
    let graph = RecordedGraph()
    let (input, endpoint) = graph.record {
      let input = SignalInput<Int>()
      let endpoint = input.named("first\nsecond").deliver(on: DispatchQueue(label: "third\r\nfourth")).subscribeValues {
        _ in
      }
      return (input, endpoint)
    }
    let expected = [
      "#1 SignalInput \"first second\" at +2, 0 values",
      "└─ #3 deliver at +3, 0 values, on third fourth",
      "   └─ #2 subscribeValues at +3, 0 values",
    ]
    expect(graph.text, equals: expected)
    withExtendedLifetime((input, endpoint)) {}
  }
}
