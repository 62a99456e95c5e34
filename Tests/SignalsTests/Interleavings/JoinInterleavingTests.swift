import ModelChecking
import Signals
import Testing

/// Every order in which the steps of turns can come that meet in a join, or in a join below a join: what belongs together is
/// seen together, each turn has its word, nothing is lost or goes back, and the end comes last (C3, C4, C10, C11).
@Suite("Every interleaving of a join", .leavesNothing) struct JoinInterleavingTests {
  private typealias Place = JoinGraph.Place
  private typealias Task = JoinMachine.Task

  struct Program: Sendable, CustomTestStringConvertible {
    let name: String
    let graph: JoinGraph
    let tasks: [[JoinMachine.Task]]

    var testDescription: String { name }

    func space(_ mistake: JoinMachine.Mistake? = nil) -> StateSpace<JoinMachine> {
      StateSpace(of: JoinMachine(graph, tasks, mistake: mistake))
    }
  }

  /// A join of so many sources, one input for each.
  private static func join(_ kind: JoinValue.Kind = .combineLatest, of count: Int) -> JoinGraph {
    JoinGraph(
      sources: (0..<count).map { JoinGraph.Source(targets: [Place(join: 0, input: $0)]) }, joins: [kind])
  }

  /// A join to which the first source has two ways, and others one.
  private static func diamond(_ kind: JoinValue.Kind = .combineLatest, others: Int = 0) -> JoinGraph {
    JoinGraph(
      sources: [JoinGraph.Source(targets: [Place(join: 0, input: 0), Place(join: 0, input: 1)])]
        + (0..<others).map { JoinGraph.Source(targets: [Place(join: 0, input: $0 + 2)]) },
      joins: [kind])
  }

  /// A join of two sources, and below it a join of that and the first source, which is reached first.
  private static let joinBelowJoin = JoinGraph(
    sources: [
      JoinGraph.Source(targets: [Place(join: 1, input: 1), Place(join: 0, input: 0)]),
      JoinGraph.Source(targets: [Place(join: 0, input: 1)]),
    ], joins: [.combineLatest, .combineLatest], feeds: [Place(join: 1, input: 0)])

  private static let one = Task.send(.value(of: 0))
  private static let two = Task.send(.value(of: 1))
  private static let three = Task.send(.value(of: 2))
  private static let both = Task.transaction([.value(of: 0), .value(of: 1)])
  private static let bothTheOtherWay = Task.transaction([.value(of: 1), .value(of: 0)])
  private static func finish(_ source: Int) -> Task { .send(.finish(of: source)) }

  static let programs: [Program] = [
    Program(name: "a source on each of two threads", graph: join(of: 2), tasks: [[one, one], [two, two]]),
    Program(name: "a source on each of three threads", graph: join(of: 3), tasks: [[one], [two], [three]]),
    Program(name: "a diamond", graph: diamond(), tasks: [[one, one], [one]]),
    Program(name: "a diamond and another source", graph: diamond(others: 1), tasks: [[one, one], [two, two]]),
    Program(name: "transactions", graph: join(of: 2), tasks: [[both], [bothTheOtherWay]]),
    Program(name: "a transaction and two senders", graph: join(of: 2), tasks: [[both], [one], [two]]),
    Program(
      name: "a long transaction and a sender", graph: join(of: 2),
      tasks: [[.transaction([.value(of: 0), .value(of: 1), .value(of: 0)])], [one, two]]),
    Program(name: "a diamond in a transaction", graph: diamond(others: 1), tasks: [[both], [one, two]]),
    Program(name: "ends", graph: join(of: 2), tasks: [[one, finish(0)], [two, finish(1)]]),
    Program(
      name: "a value and an end in one turn", graph: join(of: 2),
      tasks: [[.transaction([.value(of: 0), .finish(of: 0)])], [two, finish(1)]]),
    Program(
      name: "a value and both ends in one turn", graph: join(of: 2),
      tasks: [[.transaction([.value(of: 0), .finish(of: 0), .finish(of: 1)])], [two]]),
    Program(
      name: "an end that comes while a value waits", graph: join(of: 1),
      tasks: [[.transaction([.value(of: 0)])], [one, finish(0)]]),
    Program(name: "a failure", graph: join(of: 2), tasks: [[one, .send(.failure(of: 0))], [two, two]]),
    Program(
      name: "a failure in a transaction", graph: join(of: 2),
      tasks: [[.transaction([.value(of: 1), .failure(of: 0)])], [one, two]]),
    Program(
      name: "inputs without a value",
      graph: JoinGraph(sources: join(of: 2).sources, joins: [.combineLatest], holdsValues: false),
      tasks: [[one, one, finish(0)], [two, finish(1)]]),
    Program(
      name: "a handler that sends to another source",
      graph: JoinGraph(
        sources: [JoinGraph.Source(targets: [Place(join: 0, input: 0)], echo: 1), join(of: 2).sources[1]],
        joins: [.combineLatest]), tasks: [[one], [two]]),
    Program(
      name: "a sequence",
      graph: JoinGraph(
        sources: [JoinGraph.Source(targets: [Place(join: 0, input: 0)], isSequence: true), join(of: 2).sources[1]],
        joins: [.combineLatest]), tasks: [[one, one, finish(0)], [two, two]]),
    Program(name: "values of its own", graph: join(.withLatest, of: 2), tasks: [[one, one], [two], [one]]),
    Program(
      name: "values of its own in transactions", graph: join(.withLatest, of: 2), tasks: [[both, one], [one, two]]),
    Program(
      name: "values of its own, and its end", graph: join(.withLatest, of: 2),
      tasks: [[both, finish(0)], [two, one, finish(1)]]),
    Program(name: "values of its own by two ways", graph: diamond(.withLatest), tasks: [[one, one], [one]]),
    Program(
      name: "a join below a join", graph: joinBelowJoin,
      tasks: [[one, two, both, bothTheOtherWay, finish(1), finish(0)]]),
    Program(name: "a join below a join, and two threads", graph: joinBelowJoin, tasks: [[one], [two]]),
  ]

  @Test(arguments: programs)
  func `all is right in every order`(_ program: Program) {
    let space = program.space()
    #expect(space.counterexample?.fault == nil)
    #expect(space.count > 20)
  }

  static let mistakes: [(JoinMachine.Mistake, fault: String)] = [
    (.inTheJoin(.ignoresNumbers), "the values of a source come in another order"),
    (.inTheJoin(.endsAtOnce), "the last word isn't of all that came last"),
    (.inTheJoin(.isSilentAboutTheOld), "not each turn has its word"),
    (.freesEarly, "not each turn has its word"),
    (.forgetsToFree, "the room stays taken"),
    (.sharesTheRoom, "not each turn has its word"),
    (.speaksAtOnce, "a mixture is seen"),
    (.learnsAtOnce, "a mixture is seen"),
    (.divides, "a mixture is seen"),
    (.speaksWhileOwned, "two handlers run at once"),
    (.forgetsToHandOver, "an event is stranded"),
    (.ignoresDepth, "a mixture is seen"),
  ]

  @Test(arguments: mistakes.indices)
  func `each mistake is found`(_ index: Int) {
    let (mistake, fault) = Self.mistakes[index]
    let found = Self.programs.lazy.compactMap { $0.space(mistake).counterexample?.fault }
    #expect(found.first { _ in true } == fault)
  }
}
