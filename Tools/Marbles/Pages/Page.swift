/// The page that shows all diagrams.
struct Page: Sendable {
  private let entries: [(family: Family, drawings: [(drawing: Drawing, diagram: Diagram)])]

  init(_ entries: [(family: Family, drawings: [(drawing: Drawing, diagram: Diagram)])]) { self.entries = entries }

  var text: String {
    let beginning = """
      # Marble diagrams

      A timeline of each operator. No diagram is drawn by hand: `swift run Marbles` runs each operator in virtual time
      with [`SignalsTesting`](../../Sources/SignalsTesting), records its inputs and outputs, and draws them. The tests
      check that all diagrams are up to date. So every diagram shows the actual behaviour of the library, and a call
      that was made.

      \(entries.filter { !$0.drawings.isEmpty }.map { "[\($0.family.rawValue)](#\($0.family.rawValue.lowercased()))" }
        .joined(separator: " · ")) ·
      [not drawn](#not-drawn). [The list of operators](../Operators.md) contains all of them.

      ## Reading a diagram

      Time runs from left to right. The inputs of the operator are above its box, its outputs below.

      \(image("legend.svg", "The legend of the marble diagrams. The alternative text of each diagram lists its events."))
      """
    let families = entries.filter { !$0.drawings.isEmpty }.map(section)
    let undrawn = """
      ## Not drawn

      \(Family.allCases.flatMap(\.undrawn).map(reason).joined(separator: "\n"))
      """
    return ([beginning] + families + [undrawn]).joined(separator: "\n\n") + "\n"
  }

  /// The diagrams of a family. Diagrams of the same operators share a heading.
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

  /// An image in HTML, since the brackets in a description would break the Markdown syntax.
  private func image(_ file: String, _ description: String) -> String {
    "<img src=\"\(file)\" alt=\"\(description.escaped.replacing("\"", with: "&quot;"))\">"
  }

  private func reason(for undrawn: Undrawn) -> String {
    "- \(undrawn.operators.map { "`\($0)`" }.joined(separator: ", ")): \(undrawn.reason)."
  }
}
