import Testing

/// C10 and C11 for thousands of random graphs: joins, maps, filters, shares and switches, driven by sends
/// and transactions.
@Suite("C10 C11 Random graphs", .leavesNothing) struct RandomGraphTests {
  @Test func `every turn's emissions are those of a simple evaluation, once each and of values that belong together`() {
    for seed in UInt64(1)...UInt64(repetitions(4_000, quick: 1_000)) {
      let graph = Graph.random(seed: seed)
      guard Self.difference(graph) != nil else { continue }
      let smallest = graph.shrunk { Self.difference($0) != nil }
      Issue.record("seed \(seed):\n\(smallest)\n\(Self.difference(smallest) ?? "")")
      return
    }
  }

  /// Where the run of a graph differs from its evaluation, if it does.
  static func difference(_ graph: Graph) -> String? {
    let run = GraphRun(graph)
    var evaluator = GraphEvaluator(graph)
    for (index, turn) in graph.turns.enumerated() {
      let outputs = evaluator.evaluate(turn)
      let expected = graph.observed.map { outputs[$0].events }
      let actual = run.perform(turn)
      if actual != expected { return "  turn \(index): expected \(expected)\n          actual \(actual)" }
    }
    return nil
  }
}
