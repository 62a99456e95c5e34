/// Updates a terminal from frame to frame. It keeps the displayed frame, and sends only the cells that differ.
package struct Screen: Sendable {
  private var shown: Frame?

  package init() {}

  /// Returns the text that makes the terminal display `frame`.
  package mutating func show(_ frame: Frame) -> String {
    guard frame != shown else { return "" }
    // Everything is redrawn for a new size, or if the displayed frame is unknown.
    var last = Frame(frame.size)
    var text = ControlSequence.hideCursor
    if let shown, shown.size == frame.size { last = shown } else { text += ControlSequence.clear }
    for row in 0..<frame.size.rows { text += runs(from: last.row(row), to: frame.row(row), row: row) }
    if let cursor = frame.cursor {
      text += ControlSequence.move(to: cursor) + ControlSequence.showCursor
    }
    shown = frame
    return text
  }

  /// Invalidates the displayed frame, so that the next frame is sent as a whole.
  package mutating func forget() { shown = nil }

  private func runs(from last: ArraySlice<Frame.Cell>, to cells: ArraySlice<Frame.Cell>, row: Int) -> String {
    var text = ""
    var style = Frame.Style()
    // The column of the terminal's cursor, or nil if it is uncertain.
    var column: Int?
    // Whether a character of uncertain width precedes, so that the rest of the row may be displaced.
    var spills = false
    for (index, (old, new)) in zip(last, cells).enumerated() where spills || old != new {
      if !old.hasCertainColumns || !new.hasCertainColumns { spills = true }
      // The terminal writes the second half together with the first.
      guard let character = new.character else { continue }
      let place = ControlSequence.move(to: Frame.Position(row: row, column: index))
      if column != index { text += place }
      if style != new.style {
        style = new.style
        text += ControlSequence.set(style)
      }
      // On a terminal that draws it in one column, the second one would keep its old content.
      if character.columns == 2 { text += "  " + place }
      text.append(character)
      column = spills ? nil : index + 1
    }
    if style != [] { text += ControlSequence.set([]) }
    return text
  }
}
