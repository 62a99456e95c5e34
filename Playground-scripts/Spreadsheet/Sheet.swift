import SignalsKVO
import Synchronization

/// Cells with formulas. A cell is created at its first use, and computed when its value is read.
final class Sheet: Sendable {
  private let contents: @Sendable (CellAddress) -> String
  private let cells = Mutex<[CellAddress: Cell]>([:])
  private let runs = Atomic(0)

  private struct Cell: Sendable {
    let formula: Property<Formula>
    let value: Derived<CellValue>
  }

  /// - Parameter contents: returns the initial text of a cell.
  init(_ contents: @escaping @Sendable (CellAddress) -> String) { self.contents = contents }

  /// The number of computations so far.
  var computations: Int { runs.load(ordering: .relaxed) }

  /// Sets the text of a cell.
  func set(_ address: CellAddress, to text: String) { cell(address).formula.value = Formula(text) }

  /// The value of a cell, for reading and observing. The sheet retains it.
  func value(_ address: CellAddress) -> Derived<CellValue> { cell(address).value }

  private func cell(_ address: CellAddress) -> Cell {
    cells.withLock { cells in
      if let cell = cells[address] { return cell }
      let formula = Property(Formula(contents(address)))
      // Reading other cells makes them inputs of this one. The value of a cell that reads itself is an error.
      let value = Derived<CellValue>(inCircle: .failure(.circle)) { [unowned self] in
        runs.add(1, ordering: .relaxed)
        let formula = formula.value
        return CellValue { () throws(CellError) in
          try formula.value { address throws(CellError) in try self.value(address).value.get() }
        }
      }
      let cell = Cell(formula: formula, value: value)
      cells[address] = cell
      return cell
    }
  }
}
