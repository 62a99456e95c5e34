import Signals
import SignalsTesting
import Testing

@testable import Marbles

@Suite("The record of a run")
struct RunTests {
  /// A lane as text: its name, its start, and its events; events without an observer are in angle brackets.
  private func told(_ lane: Lane) -> String {
    let marks = lane.marks.map { mark in
      let text =
        switch mark.content {
        case .value(let label): label.text
        case .finish: "|"
        case .failure(let error): "#\(error)"
        case .subscription: "^"
        case .cancellation: "!"
        }
      return "\(mark.frame):" + (mark.isHeard ? text : "<\(text)>")
    }
    return "\(lane.name)@\(lane.start): \(marks.joined(separator: " "))"
  }

  private func lanes(together: Set<Int> = [], _ body: (Run) -> Void) -> [String] {
    let run = Run(length: 10, together: together)
    body(run)
    let diagram = run.diagram(titled: "", call: "")
    return (diagram.above + diagram.below).map(told)
  }

  @Test("An input goes on with or without an observer")
  func lasting() {
    #expect(
      lanes { run in run.output(run.letters("-a-b-c-|").prefix(1), "out", during: "--^") } == [
        "letters@0: 1:<a> 2:^ 3:b 3:! 5:<c> 7:<|>", "out@2: 2:^ 3:b 3:|",
      ])
  }

  @Test("A recipe has a lane for each subscription, which is over with it")
  func recipe() {
    #expect(
      lanes { run in
        let letters: Signal<String> = run.recipe("letters", "-a-b|")
        run.output(letters, "first", during: "^-!")
        run.output(letters, "second", during: "---^")
      } == [
        "letters 1@0: 0:^ 1:a 2:!", "letters 2@3: 3:^ 4:a 6:b 7:|", "first@0: 0:^ 1:a 2:!", "second@3: 3:^ 4:a 6:b 7:|",
      ])
  }

  @Test("Values in between are recorded, with their end")
  func watched() {
    #expect(
      lanes { run in run.output(run.watched(run.numbers("-1#", error: Trouble.denied).map { $0 * 2 }, "double")) } == [
        "numbers@0: 0:^ 1:1 2:#denied", "double@0: 0:^ 1:2 2:#denied", "@0: 0:^ 1:2 2:#denied",
      ])
  }

  @Test("Inputs send in a turn each, unless they are to be together")
  func turns() {
    func run(together: Set<Int>) -> Diagram {
      let run = Run(length: 10, together: together)
      run.output(combineLatest(run.numbers("1-2", "a"), run.letters("x-y", "b")))
      return run.diagram(titled: "", call: "", showingTurns: true)
    }
    let apart = run(together: [])
    #expect(apart.bands == [])
    #expect(apart.below.map(told) == ["@0: 0:^ 0:(1, x) 2:(2, x) 2:(2, y)"])
    let together = run(together: [2])
    #expect(together.bands == [Band(frame: 2, lanes: [0, 1])])
    #expect(together.below.map(told) == ["@0: 0:^ 0:(1, x) 2:(2, y)"])
  }

  @Test("One event that goes several ways is one turn")
  func diamond() {
    let run = Run(length: 10)
    let numbers = run.numbers("-1-2")
    run.output(merge(run.watched(numbers, "a"), run.watched(numbers, "b")))
    #expect(
      run.diagram(titled: "", call: "", showingTurns: true).bands == [
        Band(frame: 1, lanes: [0, 1, 2]), Band(frame: 3, lanes: [0, 1, 2]),
      ])
  }

  @Test("Groups have lanes that come from their keys")
  func groups() {
    let run = Run(length: 10)
    run.output(run.numbers("-1-2-3|").groupBy { $0 % 2 })
    let diagram = run.diagram(titled: "", call: "")
    #expect(
      diagram.below.map(told) == ["@0: 0:^ 1:1 3:0 6:|", "1@1: 1:^ 1:1 5:3 6:|", "0@3: 3:^ 3:2 6:|"])
    #expect(diagram.below.map(\.origin) == [nil, Lane.Origin(lane: 0, mark: 1), Lane.Origin(lane: 0, mark: 2)])
  }

  @Test("Side effects have a lane of their own")
  func notes() {
    #expect(
      lanes { run in
        let notes = run.notes("file")
        run.at(2) { notes.write("open") }
        run.output(Signal<Int>.never())
      } == ["file@0: 2:open", "@0: 0:^"])
  }
}
