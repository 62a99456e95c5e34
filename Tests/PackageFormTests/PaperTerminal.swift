@testable import PackageForm
@testable import TerminalPrograms

/// A terminal that keeps only the characters: enough to see the content of the screen.
struct PaperTerminal {
  private var cells: [[Character?]]
  private var row = 0
  private var column = 0

  init(columns: Int, rows: Int) { cells = Array(repeating: Array(repeating: " ", count: columns), count: rows) }

  /// The text of each row without trailing blanks.
  var rows: [String] {
    cells.map { String($0.compactMap(\.self)).withoutTrailingBlanks }
  }

  mutating func receive(_ text: String) {
    var rest = text[...]
    while let character = rest.popFirst() {
      guard character == "\u{1b}" else { write(character); continue }
      let parameters = rest.dropFirst().prefix { !$0.isLetter }
      rest = rest.dropFirst(1 + parameters.count)
      obey(rest.popFirst(), parameters.split(separator: ";").compactMap { Int($0) })
    }
  }

  private mutating func obey(_ name: Character?, _ numbers: [Int]) {
    switch name {
    case "H": (row, column) = (numbers[0] - 1, numbers[1] - 1)
    case "J": cells = cells.map { $0.map { _ in " " } }
    default: break
    }
  }

  private mutating func write(_ character: Character) {
    for offset in 0..<character.columns where column + offset < cells[row].count {
      blankOtherHalf(column + offset)
      cells[row][column + offset] = offset == 0 ? character : nil
    }
    column += character.columns
  }

  /// Blanks a wide character when one half of it is overwritten.
  private mutating func blankOtherHalf(_ column: Int) {
    if cells[row][column] == nil, column > 0 { cells[row][column - 1] = " " }
    if column + 1 < cells[row].count, cells[row][column + 1] == nil { cells[row][column + 1] = " " }
    cells[row][column] = " "
  }
}
