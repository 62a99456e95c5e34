// Lesson: a spreadsheet with a hundred thousand formulas, each a derived value. `swift run Spreadsheet`

import Foundation
import SignalsKVO

@main
struct Spreadsheet {
  static let rows = 1_000
  static let columns = 100

  /// The initial text of a cell. A1 is 1. Every other cell is one more than the cell above it in the first column, and
  /// one more than its left neighbour elsewhere. The last row contains the sums of the columns, and one cell below it
  /// their total.
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

    page.step("Display the upper left corner") {}
    var observation: Endpoint?
    page.step("Observe the total: computes every other cell") {
      observation = sheet.value(total).signal.subscribeValues { print("  the observer receives \($0.text)") }
    }
    page.step("Set C2 to 0: recomputes its row, the sums of the columns, and the total", editing: "C2", "0")
    page.step("Set C2 to 10/5-2, which is 0 again: recomputes only C2", editing: "C2", "=10/5-2")
    page.step("Set C2 to 1/B9999, with an empty B9999: each sum stops at its first error", editing: "C2", "=1/B9999")
    page.step("Let A1 read the end of its own row, which depends on A1", editing: "A1", "=CV1+1")
    page.step("Restore C2: the circle remains", editing: "C2", "=B2+1")
    page.step("Restore A1", editing: "A1", "=1")
    page.step("Set A1 to 2: recomputes every cell", editing: "A1", "2")
    observation?.cancel()
    page.step("Set A1 to 3, with the total no longer observed: recomputes the displayed cells", editing: "A1", "3")
  }
}
