import Signals
import SignalsKVO

/// Cells that add the values of other cells to a number. A cell in a circle is nil, and counts as 100 for its readers.
final class Sheet: Sendable {
  struct Formula: Sendable {
    var number = 0
    var inputs: [Int] = []
  }

  let formulas: [Property<Formula>]
  private let cells = Guarded<[Derived<Int?>]>([])

  init(_ count: Int) {
    formulas = (0..<count).map { _ in Property(Formula()) }
    let new = formulas.map { formula in
      Derived<Int?>(inCircle: nil) { [unowned self] in
        let formula = formula.value
        return formula.inputs.reduce(formula.number) { $0 + (self[$1].value ?? 100) } % 1_000
      }
    }
    cells.change { $0 = new }
  }

  subscript(index: Int) -> Derived<Int?> { cells.change { $0[index] } }

  func set(_ index: Int, _ number: Int, _ inputs: Int...) {
    formulas[index].value = Formula(number: number, inputs: inputs)
  }

  func values(_ indices: Int...) -> [Int?] { indices.map { self[$0].value } }

  /// The values by a search for circles.
  var expected: [Int?] {
    let formulas = formulas.map(\.value)
    let circular = Set(
      formulas.indices.filter { start in
        var found: Set<Int> = []
        var worklist = formulas[start].inputs
        while let next = worklist.popLast() { if found.insert(next).inserted { worklist += formulas[next].inputs } }
        return found.contains(start)
      })
    func value(_ index: Int) -> Int? {
      if circular.contains(index) { return nil }
      return formulas[index].inputs.reduce(formulas[index].number) { $0 + (value($1) ?? 100) } % 1_000
    }
    return formulas.indices.map(value)
  }
}
