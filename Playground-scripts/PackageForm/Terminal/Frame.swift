/// What a screen is to show: cells in rows and columns.
struct Frame: Equatable, Sendable {
  struct Size: Equatable, Sendable {
    var columns: Int
    var rows: Int
  }

  struct Position: Equatable, Sendable {
    var row: Int
    var column: Int
  }

  struct Style: OptionSet, Hashable, Sendable {
    let rawValue: UInt8

    static let bold = Style(rawValue: 1)
    static let faint = Style(rawValue: 2)
    static let underlined = Style(rawValue: 4)
    static let reversed = Style(rawValue: 8)
  }

  struct Cell: Equatable, Sendable {
    /// None is the second half of the character before.
    var character: Character?
    var style: Style

    /// Whether every terminal gives it one column.
    var hasCertainColumns: Bool { character?.hasCertainColumns ?? false }

    static let blank = Cell(character: " ", style: [])
  }

  let size: Size
  private var cells: [Cell]
  /// Where the cursor stands, if it is to be seen.
  var cursor: Position?

  init(_ size: Size) {
    self.size = Size(columns: max(size.columns, 0), rows: max(size.rows, 0))
    cells = Array(repeating: .blank, count: self.size.columns * self.size.rows)
  }

  func row(_ row: Int) -> ArraySlice<Cell> { cells[row * size.columns..<(row + 1) * size.columns] }

  /// Writes what there is room for, and nothing where there is none.
  ///
  /// - Parameter end: the column before which the room ends, if that isn't the last one.
  /// - Returns: the column after the last character.
  @discardableResult
  mutating func write(_ text: String, row: Int, column: Int, before end: Int = .max, style: Style = []) -> Int {
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
