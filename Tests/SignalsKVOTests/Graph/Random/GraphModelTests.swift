import Foundation
import Testing

/// K8, C10, C11: random programs of dynamic graphs.
///
/// Nodes change their inputs with the values that they read, and some report an error if they run although no reader needs
/// them. Programs of even seeds are compared with ``GraphModel`` after each operation: values, all calls of observers and
/// runs of reactions, and the number of runs of each node. In those of odd seeds handlers and reactions set sources, too,
/// and ``GraphAudit`` checks them.
///
/// The seeds are the same in each run. `GRAPH_SEEDS=100000` sets their number.
@Suite("Random: the dependency graph", .leavesNothing) struct GraphModelTests {
  @Test func `values, calls and the number of runs agree with the model`() {
    let wanted = ProcessInfo.processInfo.environment["GRAPH_SEEDS"].flatMap { UInt64($0) } ?? 600
    let failing = (0..<wanted).filter { GraphProgram(seed: $0).difference() != nil }
    guard let seed = failing.first else { return }
    let shortest = GraphProgram(seed: seed).shrunk { $0.difference() != nil }
    Issue.record("\(failing.count) seeds fail. Seed \(seed), shrunk:\n\(shortest)\n\(shortest.difference() ?? "")")
  }
}

extension GraphProgram {
  /// Describes the first operation after which the graph is wrong.
  fileprivate func difference() -> String? {
    let audit = GraphAudit(self)
    let graph = LiveGraph(self, audit)
    var model = GraphModel(self)
    for (step, operation) in operations.enumerated() {
      graph.perform(operation)
      let (errors, runs, calls) = audit.take()
      func compare<Result: Equatable>(_ name: String, _ actual: Result, _ expected: Result) -> String? {
        guard actual != expected else { return nil }
        return "After operation \(step), \(text(operation)): \(name) \(actual), expected \(expected)"
      }
      if let difference = compare("errors", errors, []) { return difference }
      if !hasSetters {
        model.perform(operation)
        let difference =
          compare("values read", graph.values, model.values)
          ?? compare("calls", ordered(calls), ordered(model.calls))
          ?? compare("nodes run", runs.sorted(), model.runs.sorted())
        if let difference { return difference }
      }
      graph.checkSettled()
      let after = audit.take()
      if let difference = compare("errors", after.errors, []) ?? compare("late calls", after.calls, []) {
        return difference
      }
      if !hasSetters, let difference = compare("late runs", after.runs, []) { return difference }
    }
    return nil
  }
}
