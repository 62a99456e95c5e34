import SignalsTesting
import Testing

@testable import Marbles

@Suite("A picture is told in words")
struct WordsTests {
  @Test("Every value, end and call that is drawn is told", arguments: Family.allCases.filter { !$0.drawings.isEmpty })
  func everything(family: Family) {
    for drawing in family.drawings {
      let diagram = drawing.diagram()
      #expect(diagram.words.contains(diagram.oneLine), "\(drawing.name)")
      for lane in diagram.above + diagram.below {
        for mark in lane.marks where mark.isEvent {
          let told = diagram.words.contains(Self.words(for: mark))
          #expect(told, "\(drawing.name): \(mark) isn't in \"\(diagram.words)\"")
        }
      }
    }
  }

  private static func words(for mark: Mark) -> String {
    switch mark.content {
    case .value(let label): "\(label.text) at \(mark.frame)"
    case .finish: "finishes at \(mark.frame)"
    case .failure(""): "fails at \(mark.frame)"
    case .failure(let error): "fails with \(error) at \(mark.frame)"
    case .subscription, .cancellation: ""
    }
  }

  @Test("Values are joined, and subscribers that come and go are described")
  func sentences() {
    let run = Run(length: 10)
    let numbers = run.numbers("-1-2-3-4|")
    run.output(numbers.prefix(2), "late", during: "--^")
    run.output(numbers.prefix(1))
    #expect(
      run.diagram(titled: "prefix(_:)", call: "numbers\n  .prefix(2)", hint: "So it is.").words
        == "numbers emits 1 at 1, is cancelled at 1, is subscribed to at 2, emits 2 at 3 and 3 at 5, is cancelled at 5, "
        + "emits 4 at 7 without a subscriber and finishes at 8 without a subscriber. late of numbers .prefix(2) is subscribed to at 2, emits 2 at 3 and 3 at 5 and finishes at 5. "
        + "numbers .prefix(2) emits 1 at 1 and finishes at 1. So it is.")
  }

  @Test("A turn is told, and silence too")
  func turns() {
    let run = Run(length: 5, together: [2])
    let (a, b) = (run.numbers("--1", "a"), run.letters("--x#", "b", error: Trouble.offline))
    run.output(a.drop(untilOutputFrom: b.dropFirst(5)))
    #expect(
      run.diagram(titled: "", call: "c", showingTurns: true).words
        == "a emits 1 at 2 and is cancelled at 3. b emits x at 2 and fails with offline at 3. "
        + "The events at 2 from a and b belong to one turn. c fails with offline at 3.")
    let silent = Run(length: 5)
    silent.output(silent.numbers("-----").map { $0 })
    #expect(silent.diagram(titled: "", call: "c").words == "numbers emits nothing. c emits nothing.")
  }
}
