import ModelChecking
import Signals
import Testing

/// Every order in which the steps of those who send, of who cancels and of the queue can come: in order, one at a time, each
/// event once or dropped as the policy says, the end last, nothing begun after a cancel (C3, C4, C6, C8, C9).
@Suite("Every interleaving of a delivery on a queue", .leavesNothing) struct DeliveryInterleavingTests {
  struct Program: Sendable, CustomTestStringConvertible {
    let name: String
    let tasks: [[DeliveryMachine.Task]]
    var answers: [Int: DeliveryMachine.Task] = [:]
    var policies: [BufferingPolicy] = [.unbounded, .newest(1), .oldest(1)]
    var place = DeliveryMachine.Place.serialQueue

    var testDescription: String { name }

    func space(_ policy: BufferingPolicy, _ mistake: DeliveryMachine.Mistake? = nil) -> StateSpace<DeliveryMachine> {
      StateSpace(of: DeliveryMachine(tasks, answers: answers, policy, on: place, mistake: mistake))
    }
  }

  private typealias Task = DeliveryMachine.Task

  private static let sender: [Task] = [.send(1), .send(2), .send(3)]

  static let programs: [Program] = [
    Program(
      name: "a sender, and its end", tasks: [sender + [.end(4)]],
      policies: [.unbounded, .newest(1), .newest(2), .oldest(1), .oldest(2)]),
    Program(name: "two senders", tasks: [[.send(1), .send(2)], [.send(11), .end(12)]]),
    Program(
      name: "three senders, on a concurrent queue",
      tasks: [[.send(1), .send(2)], [.send(11)], [.end(21)]], policies: [.unbounded], place: .concurrentQueue),
    Program(
      name: "handlers that send", tasks: [[.send(1), .send(2)], [.send(11)]],
      answers: [1: .send(100), 100: .send(101), 11: .end(110)],
      policies: [.unbounded, .newest(1), .newest(2), .oldest(1), .oldest(2)]),
    Program(name: "who cancels", tasks: [[.send(1), .send(2), .end(3)], [.cancel]]),
    Program(
      name: "who cancels, and who waits for that", tasks: [[.send(1), .end(2)], [.cancel], [.cancelAndWait]],
      policies: [.unbounded]),
    Program(
      name: "a handler that cancels, and who waits for that",
      tasks: [[.send(1), .send(2)], [.send(11)], [.cancelAndWait]], answers: [1: .cancel, 2: .send(100)],
      policies: [.newest(1)]),
    Program(name: "a handler that waits for its own end", tasks: [[.send(1), .end(2)]], answers: [1: .cancelAndWait]),
    Program(
      name: "who cancels, on a concurrent queue",
      tasks: [[.send(1), .send(2)], [.cancel]], answers: [1: .send(100)], place: .concurrentQueue),
    Program(
      name: "the main thread, and another",
      tasks: [[.send(1), .send(2)], [.send(11), .send(12)]], answers: [2: .send(100), 11: .send(110)], place: .main),
    Program(
      name: "the main thread, and who ends and cancels",
      tasks: [[.send(1)], [.send(11), .end(12)], [.cancelAndWait]], answers: [1: .send(100)],
      policies: [.oldest(1)], place: .main),
  ]

  @Test(arguments: programs)
  func `all is right in every order`(_ program: Program) {
    for policy in program.policies {
      let space = program.space(policy)
      #expect(space.counterexample?.fault == nil)
      #expect(space.count > 100)
    }
  }

  static let mistakes: [(DeliveryMachine.Mistake, fault: String)] = [
    (.marksIdleLater, "an event is stranded"),
    (.forgetsToSchedule, "an event is stranded"),
    (.forgetsTheRest, "an event is stranded"),
    (.schedulesTwice, "two drains are on their way"),
    (.appendsLater, "an event is stranded"),
    (.boundsTheEnd, "an end counts as a value does"),
    (.fetchesEverything, "more waits than the bound"),
    (.looksTooEarly, "a handler begins after a cancel has returned"),
    (.overtakes, "an event is lost"),
    (.ignoresWhatWaits, "the events come in another order"),
    (.drainsWhileOwned, "two are at it at once"),
    (.forgetsRequests, "a request is stranded"),
    (.onlyCloses, "what was subscribed is kept"),
    (.releasesAtOnce, "two are at it at once"),
  ]

  @Test(arguments: mistakes.indices)
  func `each mistake is found`(_ index: Int) {
    let (mistake, fault) = Self.mistakes[index]
    let found = Self.programs.lazy.flatMap { program in
      program.policies.lazy.compactMap { program.space($0, mistake).counterexample?.fault }
    }
    #expect(found.first { _ in true } == fault)
  }
}
