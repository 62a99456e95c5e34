import Foundation
import Testing

@testable import SignalsKVO

/// Random programs of real objects on the main actor: one set of an end is one set of each other end, all ends agree
/// after each step, and nothing is retained (B2–B4, B6–B8).
///
/// The seeds are the same in each run. `BINDING_SEEDS=100000` sets the number of programs of each kind.
@MainActor
@Suite("Binding: random programs of real objects", .leavesNothing) struct RandomBindingTests {
  private typealias Ingredients = BindingProgram.Ingredients

  private func run(_ count: Int, _ ingredients: Ingredients) {
    let chosen = ProcessInfo.processInfo.environment["BINDING_SEEDS"].flatMap { Int($0) }
    let wanted = chosen ?? repetitions(count, quick: count / 5)
    for seed in 0..<UInt64(wanted) {
      var random = SeededGenerator(seed: seed)
      let program = BindingProgram(&random, of: ingredients)
      guard !program.faultsOfRealObjects().isEmpty else { continue }
      let shrunk = program.shrunk { !$0.faultsOfRealObjects().isEmpty }
      Issue.record("seed \(seed): \(shrunk.faultsOfRealObjects())\n\(shrunk)")
      return
    }
  }

  private nonisolated static let shapes: [BindingProgram.Shape] = [.pair, .chain(3), .chain(5), .ring(3), .ring(5)]

  @Test(arguments: shapes.indices, ReconcilerModelTests.policies)
  func `random sets, transactions and sessions`(shape: Int, policy: LinkPlan.Policy) {
    let shape = Self.shapes[shape]
    run(25, Ingredients(shape: shape, policies: [policy]))
    run(25, Ingredients(shape: shape, policies: [policy], events: .turns))
    run(25, Ingredients(shape: shape, policies: [policy], events: [.turns, .sessions]))
  }

  @Test(arguments: shapes.indices, ReconcilerModelTests.policies)
  func `random programs in which ends and bindings come and go`(shape: Int, policy: LinkPlan.Policy) {
    run(25, Ingredients(shape: Self.shapes[shape], policies: [policy], events: .all))
  }

  @Test(arguments: shapes.indices, ReconcilerModelTests.policies)
  func `random programs with handlers that set ends`(shape: Int, policy: LinkPlan.Policy) {
    run(25, Ingredients(shape: Self.shapes[shape], policies: [policy], events: [.turns, .sessions, .reactions]))
  }

  @Test(arguments: shapes.indices, ReconcilerModelTests.policies)
  func `random programs with setters that correct values`(shape: Int, policy: LinkPlan.Policy) {
    let setters = ReconcilerModelTests.setters
    run(25, Ingredients(shape: Self.shapes[shape], policies: [policy], setters: setters, events: [.turns, .sessions]))
  }

  @Test(arguments: ReconcilerModelTests.policies)
  func `random programs with converters`(policy: LinkPlan.Policy) {
    let conversions = ReconcilerModelTests.conversions
    run(50, Ingredients(shape: .pair, policies: [policy], conversions: conversions, events: .all))
    run(25, Ingredients(shape: .chain(4), policies: [policy], conversions: conversions, events: .turns))
  }
}

extension BindingProgram {
  /// Runs the program with real objects, up to the first step that leaves a fault.
  @MainActor fileprivate func faultsOfRealObjects() -> [String] {
    let remains = Remains()
    let faults = faultsOfRealObjects(remains)
    return faults.isEmpty && remains.count > 0 ? ["\(remains.count) objects are never released"] : faults
  }

  @MainActor private func faultsOfRealObjects(_ remains: Remains) -> [String] {
    var world = RealWorld(self, remains)
    let releases = links.indices.flatMap { [Step.release($0, .first), .release($0, .second)] }
    for step in steps.filter(isPossible) + releases {
      let faults = world.perform(step)
      if !faults.isEmpty { return faults.map { "after \(step): \($0)" } }
    }
    return []
  }
}
