/// The page that shows all diagrams.
struct Page: Sendable {
  private let entries: [(family: Family, drawings: [(drawing: Drawing, diagram: Diagram)])]

  init(_ entries: [(family: Family, drawings: [(drawing: Drawing, diagram: Diagram)])]) { self.entries = entries }

  var text: String {
    let beginning = """
      # Marble diagrams

      What each operator does in the course of time. None of this is drawn by hand: each operator is run in virtual time
      with [`SignalsTesting`](../../Sources/SignalsTesting), what went in and came out is noted, and that is drawn.
      `swift run Marbles` draws all of it anew, and the tests look whether it is as it would be drawn now. So no picture
      can say what the library doesn't do, nor show a call that wasn't made.

      \(entries.filter { !$0.drawings.isEmpty }.map { "[\($0.family.rawValue)](#\($0.family.rawValue.lowercased()))" }
        .joined(separator: " · ")) ·
      [not drawn](#not-drawn). All operators are in [the list](../Operators.md), too.

      ## How to read them

      Time goes from left to right. What goes into the operator is above its box, what comes out is below.

      \(image("legend.svg", "The legend of the marble diagrams, in words: each picture tells the same in its own."))
      """
    let families = entries.filter { !$0.drawings.isEmpty }.map(section)
    let undrawn = """
      ## Not drawn

      \(Family.allCases.flatMap(\.undrawn).map(reason).joined(separator: "\n"))
      """
    return ([beginning] + families + [undrawn]).joined(separator: "\n\n") + "\n"
  }

  /// Diagrams of the same operators stand below one heading.
  private func section(of family: Family, _ drawings: [(drawing: Drawing, diagram: Diagram)]) -> String {
    var blocks: [String] = []
    var last: String?
    for (drawing, diagram) in drawings {
      let heading = drawing.operators.map { "`\($0)`" }.joined(separator: ", ")
      if heading != last { blocks.append("### \(heading)") }
      last = heading
      blocks.append(image("\(drawing.name).svg", diagram.words))
    }
    return (["## \(family.rawValue)"] + blocks).joined(separator: "\n\n")
  }

  /// In HTML, since a description may have brackets.
  private func image(_ file: String, _ description: String) -> String {
    "<img src=\"\(file)\" alt=\"\(description.escaped.replacing("\"", with: "&quot;"))\">"
  }

  private func reason(for undrawn: Undrawn) -> String {
    "- \(undrawn.operators.map { "`\($0)`" }.joined(separator: ", ")): \(undrawn.reason)."
  }
}
