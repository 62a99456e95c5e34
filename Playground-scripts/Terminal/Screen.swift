/// Knows what a terminal shows, and says what to send so that it shows something else: only what differs.
package struct Screen: Sendable {
  private var shown: Frame?

  package init() {}

  /// What to send so that the terminal shows `frame`.
  package mutating func show(_ frame: Frame) -> String {
    guard frame != shown else { return "" }
    // Another size, or nobody knows what is there: everything anew.
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

  /// Makes the next frame be sent as a whole, since something else has been on the screen.
  package mutating func forget() { shown = nil }

  private func runs(from last: ArraySlice<Frame.Cell>, to cells: ArraySlice<Frame.Cell>, row: Int) -> String {
    var text = ""
    var style = Frame.Style()
    // Where the terminal's cursor is, as far as that is sure.
    var column: Int?
    // Whether a character may have covered more columns than it should, or left some behind.
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
      // A terminal that gives it one column would leave in the other what was there.
      if character.columns == 2 { text += "  " + place }
      text.append(character)
      column = spills ? nil : index + 1
    }
    if style != [] { text += ControlSequence.set([]) }
    return text
  }
}
