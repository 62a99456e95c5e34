import Foundation
import Testing

@testable import SignalsKVO

/// Random programs in a simulated world that admits every order of events: all ends agree in the end, and each program
/// terminates (B2–B4, B6–B8).
///
/// The seeds are the same in each run. `BINDING_SEEDS=100000` sets the number of programs of each kind.
@Suite("Binding: random orders of events", .leavesNothing) struct ReconcilerModelTests {
  private typealias Ingredients = BindingProgram.Ingredients
  private typealias Events = BindingProgram.Events

  static let policies: [LinkPlan.Policy] = [
    .lastWriter, .preferFirst, .preferSecond, .mergeToMost, .mergeToSum, .mergeOrThrow,
  ]
  static let conversions: [ConversionPlan] = [.none, .shift, .spelling, .half, .most, .evenBack]
  static let setters: [EndPlan.Setter] = [.plain, .plain, .clamp(2, 50), .tens]

  /// Runs `count` programs. A failing program is shrunk and reported with its seed.
  ///
  /// - Parameter moves: the maximal number of moves after the last step.
  private func run(_ count: Int, _ ingredients: Ingredients, moves: Int) {
    let chosen = ProcessInfo.processInfo.environment["BINDING_SEEDS"].flatMap { Int($0) }
    let wanted = chosen ?? repetitions(count, quick: count / 5)
    var longest = 0
    for seed in 0..<UInt64(wanted) {
      var random = SeededGenerator(seed: seed)
      let program = BindingProgram(&random, of: ingredients)
      let outcome = program.run()
      longest = max(longest, outcome.movesAtTheEnd)
      guard !outcome.faults.isEmpty else { continue }
      let shrunk = program.shrunk { !$0.run().faults.isEmpty }
      let retold = shrunk.run(telling: true)
      Issue.record("seed \(seed): \(retold.faults)\n\(shrunk)\n\(retold.story.joined(separator: "\n"))")
      return
    }
    expect(longest <= moves)
  }

  @Test(arguments: policies) func `a pair of ends agrees in the end`(policy: LinkPlan.Policy) {
    run(200, Ingredients(shape: .pair, policies: [policy]), moves: 1_000)
  }

  @Test(arguments: policies, [Events.turns, .sessions, .swaps, .endings, .lateBindings, .all])
  func `a pair with further events agrees in the end`(policy: LinkPlan.Policy, events: BindingProgram.Events) {
    run(100, Ingredients(shape: .pair, policies: [policy], events: events), moves: 1_000)
  }

  @Test(arguments: policies, [Events(), .turns, .sessions])
  func `a pair with correcting setters agrees in the end`(policy: LinkPlan.Policy, events: BindingProgram.Events) {
    run(100, Ingredients(shape: .pair, policies: [policy], setters: Self.setters, events: events), moves: 1_000)
  }

  @Test(arguments: policies, [Events(), .turns, .sessions])
  func `a pair with converters agrees in the end`(policy: LinkPlan.Policy, events: BindingProgram.Events) {
    run(100, Ingredients(shape: .pair, policies: [policy], conversions: Self.conversions, events: events), moves: 1_000)
  }

  @Test(arguments: policies, [3, 5])
  func `a chain agrees in the end`(policy: LinkPlan.Policy, length: Int) {
    run(50, Ingredients(shape: .chain(length), policies: [policy]), moves: 5_000)
    run(50, Ingredients(shape: .chain(length), policies: [policy], setters: Self.setters), moves: 5_000)
    run(50, Ingredients(shape: .chain(length), policies: [policy], events: .all), moves: 5_000)
  }

  @Test(arguments: policies, [3, 5])
  func `a ring agrees in the end`(policy: LinkPlan.Policy, length: Int) {
    run(100, Ingredients(shape: .ring(length), policies: [policy]), moves: 5_000)
    run(50, Ingredients(shape: .ring(length), policies: [policy], setters: Self.setters), moves: 5_000)
    run(50, Ingredients(shape: .ring(length), policies: [policy], events: .turns), moves: 5_000)
    run(50, Ingredients(shape: .ring(length), policies: [policy], events: [.turns, .sessions]), moves: 5_000)
  }

  @Test func `a chain with converters agrees in the end`() {
    run(100, Ingredients(shape: .chain(4), conversions: Self.conversions), moves: 5_000)
  }
}
