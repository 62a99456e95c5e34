import ModelChecking
import Signals
import Testing

/// Every order in which the steps of two to four threads and the queue can come: one owner at a time, each event once and in
/// order, none stranded, and an end to it (C3, C4, C5, C7).
@Suite("Every interleaving of a serialiser", .leavesNothing) struct SerialiserInterleavingTests {
  private typealias Tasks = [[SerialiserMachine.Task]]

  struct Program: Sendable, CustomTestStringConvertible {
    let name: String
    let tasks: [[SerialiserMachine.Task]]
    var answers: [Int: Int] = [:]

    var testDescription: String { name }
  }

  static let programs: [Program] = [
    Program(name: "two senders", tasks: [[.send(1), .send(2)], [.send(11), .send(12)]]),
    Program(
      name: "three senders with two each",
      tasks: [[.send(1), .send(2)], [.send(11), .send(12)], [.send(21), .send(22)]]),
    Program(name: "three senders", tasks: [[.send(1)], [.send(11)], [.send(21), .send(22)]]),
    Program(
      name: "handlers that send", tasks: [[.send(1), .send(2)], [.send(11)]], answers: [1: 100, 11: 110, 100: 101]),
    Program(name: "a sender, and who subscribes", tasks: [[.send(1), .send(2)], [.request(1), .request(2)]]),
    Program(name: "the same, briefly", tasks: [[.send(1), .send(2)], [.briefRequest(1), .briefRequest(2)]]),
    Program(
      name: "two senders, and who subscribes and cancels",
      tasks: [[.send(1)], [.send(11)], [.briefRequest(1), .request(2)]],
      answers: [1: 100]),
    Program(
      name: "two senders, of whom one subscribes and cancels before",
      tasks: [[.send(1), .send(2)], [.request(1), .briefRequest(2), .send(11)]]),
    Program(
      name: "a handler that sends more than a block has time for, and who subscribes",
      tasks: [[.send(1)], [.request(1), .send(11)]], answers: [1: 100, 100: 101, 101: 102]),
    Program(name: "an end", tasks: [[.send(1), .end(2)], [.send(11), .send(12)]], answers: [1: 100]),
    Program(name: "four threads", tasks: [[.send(1)], [.send(11)], [.request(1)], [.end(21)]]),
  ]

  @Test(arguments: programs, [true, false])
  func `all is right in every order`(_ program: Program, isInline: Bool) {
    let space = StateSpace(of: SerialiserMachine(program.tasks, answers: program.answers, isInline: isInline))
    #expect(space.counterexample?.fault == nil)
    #expect(space.count > 100)
  }

  static let mistakes: [(SerialiserMachine.Mistake, fault: String)] = [
    (.leavesWithoutLooking, "an event is stranded"),
    (.forgetsToHandOver, "an event is stranded"),
    (.marksIdleLater, "an event is stranded"),
    (.overtakes, "the events of a thread come in another order"),
    (.drainsWhileOwned, "a request is done while a handler runs"),
    (.forgetsRequests, "a request is stranded"),
    (.asksBeforeFetching, "what a thread sends comes before what it had asked for"),
    (.staysOpen, "something comes after the end"),
    (.isNotBrief, "an event is left behind, though nobody else delivers"),
    (.leavesTheRestToAnyOwner, "an event is delivered off the queue"),
    (.forgetsTheRest, "an event is stranded"),
    (.takesUpTheRestLater, "what a handler sends doesn't come next"),
  ]

  @Test(arguments: mistakes.indices)
  func `each mistake is found`(_ index: Int) {
    let (mistake, fault) = Self.mistakes[index]
    let found = [true, false].lazy.flatMap { isInline in
      Self.programs.lazy.compactMap { program in
        StateSpace(of: SerialiserMachine(program.tasks, answers: program.answers, isInline: isInline, mistake: mistake))
          .counterexample?.fault
      }
    }
    #expect(found.first == fault)
  }
}
