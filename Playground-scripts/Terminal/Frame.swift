/// The contents of a screen: cells in rows and columns.
package struct Frame: Equatable, Sendable {
  package struct Size: Equatable, Sendable {
    package var columns: Int
    package var rows: Int

    package init(columns: Int, rows: Int) {
      self.columns = columns
      self.rows = rows
    }
  }

  package struct Position: Equatable, Sendable {
    package var row: Int
    package var column: Int

    package init(row: Int, column: Int) {
      self.row = row
      self.column = column
    }
  }

  package struct Style: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let bold = Style(rawValue: 1)
    package static let faint = Style(rawValue: 2)
    package static let underlined = Style(rawValue: 4)
    package static let reversed = Style(rawValue: 8)
  }

  package struct Cell: Equatable, Sendable {
    /// The character, or nil for the second half of a wide character.
    package var character: Character?
    package var style: Style

    /// Whether every terminal displays the cell in one column.
    package var hasCertainColumns: Bool { character?.hasCertainColumns ?? false }

    package static let blank = Cell(character: " ", style: [])
  }

  package let size: Size
  private var cells: [Cell]
  /// The position of the cursor, or nil to hide it.
  package var cursor: Position?

  package init(_ size: Size) {
    self.size = Size(columns: max(size.columns, 0), rows: max(size.rows, 0))
    cells = Array(repeating: .blank, count: self.size.columns * self.size.rows)
  }

  package func row(_ row: Int) -> ArraySlice<Cell> { cells[row * size.columns..<(row + 1) * size.columns] }

  /// Writes the part of a text that fits into a row.
  ///
  /// - Parameter end: the column before which the text has to end. The width of the frame is a limit, too.
  /// - Returns: the column after the last character.
  @discardableResult
  package mutating func write(_ text: String, row: Int, column: Int, before end: Int = .max, style: Style = []) -> Int {
    guard 0..<size.rows ~= row, column >= 0 else { return column }
    let end = min(end, size.columns)
    var column = column
    for character in text {
      let next = column + character.columns
      guard next <= end else { break }
      cells[row * size.columns + column] = Cell(character: character.drawn, style: style)
      if character.columns == 2 { cells[row * size.columns + column + 1] = Cell(character: nil, style: style) }
      column = next
    }
    return column
  }
}
