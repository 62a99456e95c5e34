import Signals
import SignalsTesting
import Testing

@Suite("named", .leavesNothing) struct NamedTests {
  @Test func `changes no event`() throws {
    expect(history(of: [1, 2]) { $0.named("numbers") }, equals: ["1", "2", "|"])
    expect(history(of: [Int](), end: .failed(Failure("e"))) { $0.named("numbers") }, equals: ["#e"])
    expect(history(of: [1], sendingInside: [2]) { $0.named("numbers") }, equals: ["1", "2", "|"])
    expect(history(cancelledInside: [1, 2]) { $0.named("numbers") }, equals: ["1"])
    let clock = VirtualScheduler()
    let source = Signal<String>.timeline("-a-b--|", on: clock)
    try timeline(of: source.named("letters"), on: clock).expect("-a-b--|")
  }

  @Test func `names its upstream in the graph, for each subscription, and a source for all`() {
    let graph = RecordedGraph()
    let input = SignalInput<Int>()
    let signal = input.signal.named("source").map { -$0 }.named("negative")
    let endpoints = graph.record { [signal.subscribe { _ in }, signal.named("again").subscribe { _ in }] }
    expect(graph.snapshot.nodes.map(\.name), equals: [nil, "negative", "source", nil, "again"])
    withExtendedLifetime(endpoints) {}
  }
}
