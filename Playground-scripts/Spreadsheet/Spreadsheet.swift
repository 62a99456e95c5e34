// Lesson: a hundred thousand formulas, each of which is a derived value. `swift run Spreadsheet`

import Foundation
import SignalsKVO

@main
struct Spreadsheet {
  static let rows = 1_000
  static let columns = 100

  /// A1 is 1, each other cell of the first column is the one above plus one, and each cell to the right is its neighbour
  /// plus one. The last row holds the sums of the columns, and one cell below it their total.
  static func contents(_ cell: CellAddress) -> String {
    func at(_ column: Int, _ row: Int) -> CellAddress { CellAddress(column: column, row: row) }
    switch (cell.column, cell.row) {
    case (1, 1): return "=1"
    case (1...columns, rows + 1): return "=SUM(\(at(cell.column, 1)):\(at(cell.column, rows)))"
    case (1, rows + 2): return "=SUM(\(at(1, rows + 1)):\(at(columns, rows + 1)))"
    case (1, 1...rows): return "=\(at(1, cell.row - 1))+1"
    case (1...columns, 1...rows): return "=\(at(cell.column - 1, cell.row))+1"
    default: return ""
    }
  }

  static func main() {
    let sheet = Sheet(contents)
    let total = CellAddress(column: 1, row: rows + 2)
    print("\(rows * columns + columns + 1) formulas, \(sheet.computations) computed\n")
    let page = Page(sheet, columns: 1...4, rows: 1...3, total)

    page.step("The upper left corner is shown") {}
    var told: Endpoint?
    page.step("The total is observed, and needs all other cells") {
      told = sheet.value(total).signal.subscribeValues { print("  the observer is told \($0.text)") }
    }
    page.step("C2 becomes 0: its row, the sums of these columns, and the total", editing: "C2", "0")
    page.step("C2 becomes 10/5-2, which is 0 again: nothing else", editing: "C2", "=10/5-2")
    page.step("C2 becomes 1/B9999, where B9999 is empty: a sum ends at the first error", editing: "C2", "=1/B9999")
    page.step("A1 reads the end of its own row, which reads A1", editing: "A1", "=CV1+1")
    page.step("C2 is as at first, but the circle remains", editing: "C2", "=B2+1")
    page.step("A1 is 1 as at first", editing: "A1", "=1")
    page.step("A1 becomes 2: every cell", editing: "A1", "2")
    told?.cancel()
    page.step("A1 becomes 3, and the total is not observed any more: the corner alone", editing: "A1", "3")
  }
}
