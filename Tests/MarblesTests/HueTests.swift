import Signals
import Testing

@testable import Marbles

@Suite("Colours tell where values come from")
struct HueTests {
  /// The colours of the values in each lane, above and below.
  private func hues(of diagram: Diagram) -> [[[Int?]]] {
    (diagram.above + diagram.below).map { lane in
      lane.marks.compactMap { mark in
        if case .value(let label) = mark.content { label.parts.map(\.hue) } else { nil }
      }
    }
  }

  private func hues(length: Int = 10, _ body: (Run) -> Void) -> [[[Int?]]] {
    let run = Run(length: length)
    body(run)
    return hues(of: run.diagram(titled: "", call: ""))
  }

  @Test("Each value of one source has one hue, and so have the values made of it")
  func one() {
    #expect(hues { run in run.output(run.letters("aba|").map { $0 + "!" }) } == [[[0], [1], [0]], [[0], [1], [0]]])
  }

  @Test("Several sources: each has one, and so have the parts of a tuple")
  func several() {
    #expect(
      hues { run in run.output(zip(run.letters("ab", "a"), run.numbers("12", "b"))) } == [
        [[0], [0]], [[1], [1]], [[0, 1], [0, 1]],
      ])
  }

  @Test(
    "What comes later than what it was made of keeps its colour, and what is made of nothing in particular has none")
  func later() {
    #expect(hues { run in run.output(run.letters("abc|").collect()) } == [[[0], [1], [2]], [[0, 1, 2]]])
    #expect(hues { run in run.output(run.letters("abc|").count()) } == [[[0], [1], [2]], [[nil]]])
    #expect(hues { run in run.output(run.letters("-a|").prepend("x")) } == [[[0]], [[nil], [0]]])
  }

  @Test("A whole signal made of a value has the hue of the value")
  func inner() {
    let hues = hues { run in
      run.output(run.letters("ab|").flatMap { run.recipe("of", $0 == "a" ? "-1-2|" : "-3|", of: $0) as Signal<Int> })
    }
    #expect(hues == [[[0], [1]], [[0], [0]], [[1]], [[0], [1], [0]]])
  }

  @Test("After six they begin anew")
  func many() { #expect(hues { run in run.output(run.letters("abcdefg")) }[0].last == [0]) }
}
