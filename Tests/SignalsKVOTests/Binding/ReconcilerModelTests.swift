import Foundation
import Testing

@testable import SignalsKVO

/// Random programs in a world where every order of events can come about: in the end everybody agrees, and nothing goes on
/// for ever (B2–B4, B6–B8).
///
/// The seeds are the same in each run. `BINDING_SEEDS=100000` tries as many of each kind.
@Suite("Binding: random orders of events") struct ReconcilerModelTests {
  private typealias Ingredients = BindingProgram.Ingredients
  private typealias Events = BindingProgram.Events

  static let policies: [LinkPlan.Policy] = [
    .lastWriter, .preferFirst, .preferSecond, .mergeToMost, .mergeToSum, .mergeOrThrow,
  ]
  private static let conversions: [ConversionPlan] = [.none, .shift, .spelling, .half, .most, .evenBack]

  /// Runs so many programs. What fails is shrunk, and told with its seed.
  ///
  /// - Parameter moves: how many things may go on at most after the last step.
  private func run(_ count: Int, _ ingredients: Ingredients, moves: Int) {
    let wanted = ProcessInfo.processInfo.environment["BINDING_SEEDS"].flatMap { Int($0) } ?? count
    var longest = 0
    for seed in 0..<UInt64(wanted) {
      var random = SeededGenerator(seed: seed)
      let program = BindingProgram(&random, of: ingredients)
      let outcome = program.run()
      longest = max(longest, outcome.movesAtTheEnd)
      guard !outcome.faults.isEmpty else { continue }
      let shrunk = program.shrunk()
      let retold = shrunk.run(telling: true)
      Issue.record("seed \(seed): \(retold.faults)\n\(shrunk)\n\(retold.story.joined(separator: "\n"))")
      return
    }
    #expect(longest <= moves)
  }

  @Test(arguments: policies) func `a pair`(policy: LinkPlan.Policy) {
    run(1_000, Ingredients(shape: .pair, policies: [policy]), moves: 1000)
  }

  @Test(arguments: policies, [Events.turns, .swaps, .endings])
  func `a pair of which more is asked`(policy: LinkPlan.Policy, events: BindingProgram.Events) {
    run(500, Ingredients(shape: .pair, policies: [policy], events: events), moves: 1000)
  }

  @Test(arguments: [Events.sessions, .lateBindings])
  func `a pair of the last writer that is held, or bound in the middle of it all`(events: BindingProgram.Events) {
    run(500, Ingredients(shape: .pair, policies: [.lastWriter], events: events), moves: 1000)
  }

  @Test(arguments: policies, [Events(), .turns])
  func `a pair that converts`(policy: LinkPlan.Policy, events: BindingProgram.Events) {
    run(500, Ingredients(shape: .pair, policies: [policy], conversions: Self.conversions, events: events), moves: 1000)
  }
}
