/// The address of a cell, such as `B12`. Columns and rows are numbered from 1.
struct CellAddress: Hashable, Sendable {
  let column: Int
  let row: Int

  init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }

  /// Parses an address such as `AA3`. Returns nil for any other text.
  init?(_ text: some StringProtocol) {
    let letters = text.prefix { $0.isASCII && $0.isLetter }
    guard !letters.isEmpty, letters.count <= 4, let row = Int(text.dropFirst(letters.count)), row > 0 else {
      return nil
    }
    column = letters.uppercased().unicodeScalars.reduce(0) { $0 * 26 + Int($1.value) - 64 }
    self.row = row
  }

  /// The addresses of a rectangle between two corners, column by column.
  static func range(_ one: CellAddress, _ other: CellAddress) -> [CellAddress] {
    (min(one.column, other.column)...max(one.column, other.column)).flatMap { column in
      (min(one.row, other.row)...max(one.row, other.row)).map { CellAddress(column: column, row: $0) }
    }
  }
}

extension CellAddress: CustomStringConvertible {
  var description: String {
    var letters = ""
    var rest = column
    while rest > 0 {
      letters = String(UnicodeScalar(UInt8(65 + (rest - 1) % 26))) + letters
      rest = (rest - 1) / 26
    }
    return "\(letters)\(row)"
  }
}
