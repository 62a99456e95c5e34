import Foundation
import Testing

@testable import Marbles

/// A box that showed another call than the one that is made would be a lie.
@Suite("The call in the box is the call that is made")
struct CallTests {
  @Test("The call is in the source code of its run", arguments: Family.allCases.filter { !$0.drawings.isEmpty })
  func made(family: Family) throws {
    for drawing in family.drawings {
      let source = try String(contentsOfFile: drawing.file, encoding: .utf8)
      let isMade = Self.isMade(drawing.call, in: source, from: drawing.line)
      #expect(isMade, "\(drawing.name) shows \(drawing.call), which its run doesn't call.")
    }
  }

  @Test("One that is only shown is found out")
  func lie() {
    let source = """
      Drawing("a", of: "a()", showing: #"x.map { "a" }"#) { run in run.output(x.map { "b" }) },
      Drawing("b", of: "b()", showing: "x.map { 1 }") { run in
        run.output(x.map {
          1
        })
      },
      Drawing("c", of: "c()", showing: "x.map { 1 }") { run in run.output(x) },
      """
    #expect(!Self.isMade(#"x.map { "a" }"#, in: source, from: 1))
    #expect(Self.isMade("x.map { 1 }", in: source, from: 2))
    #expect(!Self.isMade("x.map { 1 }", in: source, from: 7))
  }

  @Test("The inputs of the operator are named as in the call")
  func names() {
    for drawing in Family.allCases.flatMap(\.drawings) {
      let lanes = drawing.diagram().above.filter { $0.kind != .notes }
      // The sources of the lanes in between aren't called themselves.
      let called = lanes.contains { $0.kind == .derived } ? lanes.filter { $0.kind == .derived } : lanes
      for lane in called {
        let word = lane.source.prefix { $0 != "(" && $0 != "." }
        #expect(drawing.call.contains(word), "\(drawing.name) has a lane \(lane.name), and calls \(drawing.call).")
      }
    }
  }

  /// Whether the lines of a call stand, one after the other, behind where it is shown, and before the next drawing.
  private static func isMade(_ call: String, in source: String, from line: Int) -> Bool {
    let rest = source.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(line - 1).joined(
      separator: "\n")
    guard let beginning = rest.firstRange(of: "Drawing(") else { return false }
    // Line breaks and escapes are where the formatter and the literal want them.
    let text = plain(rest[beginning.upperBound...])
    let entry = text.firstRange(of: "Drawing(").map { text[..<$0.lowerBound] } ?? text[...]
    guard let shown = entry.firstRange(of: plain(call)) else { return false }
    var code = entry[shown.upperBound...]
    for line in call.split(separator: "\n") {
      guard let made = code.firstRange(of: plain(line)) else { return false }
      code = code[made.upperBound...]
    }
    return true
  }

  private static func plain(_ text: some StringProtocol) -> String {
    String(text.filter { !$0.isWhitespace && $0 != "\\" })
  }
}
