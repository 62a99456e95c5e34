/// Lays out a form from top to bottom. Content that doesn't fit is omitted.
package struct Page {
  package private(set) var frame: Frame
  private var row = 0

  private static let indent = 2
  private static let widestLabel = 24
  private static let widestField = 40

  package init(_ size: Frame.Size) { frame = Frame(size) }

  package mutating func skip() { row += 1 }

  package mutating func heading(_ text: String) { write(text, column: 0, style: .bold) }

  package mutating func line(_ label: String, _ value: String) {
    frame.write(value, row: row, column: valueColumn)
    write(label: label, style: .faint)
  }

  package mutating func note(_ text: String, style: Frame.Style) { write(text, column: 0, style: style) }

  /// Writes a text, wrapped between words.
  package mutating func paragraph(_ text: String) {
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, Self.indent + line.columns + 1 + word.columns > frame.size.columns {
        write(line, column: Self.indent)
        line = ""
      }
      line += line.isEmpty ? String(word) : " \(word)"
    }
    write(line, column: Self.indent)
  }

  package mutating func field(_ label: String, _ text: String) {
    field(label, shown: LineEditor(text).beginning(columns: fieldColumns), style: .underlined)
  }

  /// Writes the field with the focus.
  package mutating func field(_ label: String, _ editor: LineEditor) {
    let (text, cursor) = editor.visible(columns: fieldColumns)
    if fieldColumns > 0, row < frame.size.rows {
      frame.cursor = Frame.Position(row: row, column: valueColumn + cursor)
    }
    field(label, shown: text, style: .reversed)
  }

  package mutating func buttons(_ buttons: [(title: String, isFocused: Bool)]) {
    var column = Self.indent
    for button in buttons {
      column = frame.write("[ \(button.title) ]", row: row, column: column, style: button.isFocused ? .reversed : [])
      column += 2
    }
    row += 1
  }

  // On a narrow screen, the labels take up at most half of the width.
  private var valueColumn: Int { min(Self.indent + Self.widestLabel, frame.size.columns / 2) }

  private var fieldColumns: Int { min(max(frame.size.columns - valueColumn, 0), Self.widestField) }

  private mutating func field(_ label: String, shown text: String, style: Frame.Style) {
    let blanks = String(repeating: " ", count: max(fieldColumns - text.columns, 0))
    frame.write(text + blanks, row: row, column: valueColumn, style: style)
    write(label: label)
  }

  private mutating func write(label: String, style: Frame.Style = []) {
    frame.write(label, row: row, column: Self.indent, before: valueColumn - 1, style: style)
    row += 1
  }

  private mutating func write(_ text: String, column: Int, style: Frame.Style = []) {
    frame.write(text, row: row, column: column, style: style)
    row += 1
  }
}
