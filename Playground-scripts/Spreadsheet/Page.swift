import Foundation

/// The visible part of a sheet. Each step prints it, together with the number of computed cells. The elapsed time
/// differs between runs, so it goes to the standard error output.
struct Page {
  private let sheet: Sheet
  private let columns: ClosedRange<Int>
  private let rows: ClosedRange<Int>
  private let total: CellAddress

  init(_ sheet: Sheet, columns: ClosedRange<Int>, rows: ClosedRange<Int>, _ total: CellAddress) {
    (self.sheet, self.columns, self.rows, self.total) = (sheet, columns, rows, total)
  }

  func step(_ title: String, editing address: String, _ text: String) {
    guard let address = CellAddress(address) else { return }
    step(title) { sheet.set(address, to: text) }
  }

  func step(_ title: String, _ edit: () -> Void) {
    print(title)
    let before = sheet.computations
    let start = ContinuousClock.now
    edit()
    let lines = rows.map { row in
      columns.map { sheet.value(CellAddress(column: $0, row: row)).value.text }
        .map { String(repeating: " ", count: max(0, 10 - $0.count)) + $0 }.joined()
    }
    let time = ContinuousClock.now - start
    print(lines.joined(separator: "\n"))
    print("  \(sheet.computations - before) computed\n")
    FileHandle.standardError.write(Data("  \(title): \(time)\n".utf8))
  }
}

extension CellValue {
  var text: String {
    switch self {
    case .success(let number): number == number.rounded() ? "\(Int(number))" : "\(number)"
    case .failure(let error): error.rawValue
    }
  }
}
