import Signals
import SignalsKVO
import Testing

extension Interleavings {
  @Suite("Random sheets") struct RandomSheets {
    @Test func `cells and their observers agree with a search for circles in random orders (K8, C4)`() {
      samplePrograms("random sheet", 150, former: [487, 569, 1330, 2051, 2705, 3550]) { number, run in
        RandomSheet(number, run.journal).begin(in: run)
      }
    }
  }
}

/// A sheet whose formulas two or three threads change, while they read and observe its cells.
///
/// A cell adds the values of other cells to a number. A cell in a circle is nil, and counts as 100 for its readers.
// Unchecked: the controller runs one thread at a time.
private final class RandomSheet: @unchecked Sendable {
  private struct Formula {
    var number = 0
    var inputs: [Int] = []
  }

  private enum Step {
    case change(Int, Formula)
    case changeTwo(Int, Formula, Int, Formula)
    case read(Int)
    case subscribe(Int)
  }

  private let journal: Journal
  private var generator: SplitMix
  private let formulas: [Property<Formula>]
  private var cells: [Derived<Int?>] = []
  private var observed: [Int] = []
  private var endpoints: [Endpoint] = []

  init(_ seed: UInt64, _ journal: Journal) {
    self.journal = journal
    generator = SplitMix(seed)
    formulas = (0..<2 + generator.number(below: 3)).map { _ in Property(Formula()) }
    for formula in formulas where generator.number(below: 2) == 0 { formula.value = makeFormula() }
    cells = formulas.map { formula in
      Derived(inCircle: nil) { [unowned self] in
        let formula = formula.value
        return formula.inputs.reduce(formula.number) { $0 + (cells[$1].value ?? 100) }
      }
    }
  }

  private func makeFormula() -> Formula {
    let inputs = (0..<generator.number(below: 3)).map { _ in generator.number(below: formulas.count) }
    return Formula(number: generator.number(below: 5), inputs: inputs)
  }

  private func makeStep() -> Step {
    let cell = generator.number(below: formulas.count)
    switch generator.number(below: 6) {
    case 0, 1, 2: return .change(cell, makeFormula())
    case 3: return .changeTwo(cell, makeFormula(), generator.number(below: formulas.count), makeFormula())
    case 4: return .read(cell)
    default: return .subscribe(cell)
    }
  }

  /// Observes some cells, and adds the threads and the check.
  func begin(in run: Run) {
    for index in cells.indices where generator.number(below: 3) > 0 {
      let cell = cells[index]
      let note: @Sendable (Int?) -> Void = { [journal] value in
        journal.handler("cell \(index)") { journal.note("cell \(index) \(describe(value))") }
      }
      observed.append(index)
      endpoints.append(
        generator.number(below: 2) == 0 ? cell.signal.subscribeValues(note) : observe { note(cell.value) })
    }
    for thread in 1...2 + generator.number(below: 2) {
      let steps = (0...generator.number(below: 4)).map { _ in makeStep() }
      run.thread("thread \(thread)") { [self] in for step in steps { perform(step) } }
    }
    let order = (0..<2 * cells.count).map { _ in generator.number(below: cells.count) }
    run.check { [self] in check(order) }
  }

  private func perform(_ step: Step) {
    switch step {
    case .change(let cell, let formula): formulas[cell].value = formula
    case .changeTwo(let cell, let formula, let other, let otherFormula):
      transaction {
        formulas[cell].value = formula
        formulas[other].value = otherFormula
      }
    case .read(let cell): _ = cells[cell].value
    case .subscribe(let cell): cells[cell].signal.subscribeValues { _ in }.cancel()
    }
  }

  /// Describes a wrong value, or returns nil.
  ///
  /// - Parameter order: the cells that are read, and changed afterwards.
  private func check(_ order: [Int]) -> String? {
    defer {
      endpoints.cancelAll()
      endpoints = []
    }
    let sheet = "\(formulas.map { "\($0.value.number) + cells \($0.value.inputs)" })"
    // The reads must not be needed.
    if let wrong = wrongObserver() { return "\(wrong): \(sheet)" }
    for cell in order where cells[cell].value != expected(cell) {
      return "cell \(cell) is \(describe(cells[cell].value)) instead of \(describe(expected(cell))): \(sheet)"
    }
    // Each change shows whether what the threads have left follows it.
    for cell in order {
      formulas[cell].modify { $0.number += 1 }
      if let wrong = wrongObserver() { return "after a change of cell \(cell), \(wrong): \(sheet)" }
    }
    return nil
  }

  private func wrongObserver() -> String? {
    for cell in observed {
      let last = journal.values("cell \(cell)").last
      let right = describe(expected(cell))
      if last != right {
        return "the observer of cell \(cell) has received \(last ?? "nothing") last instead of \(right)"
      }
    }
    return nil
  }

  private func expected(_ cell: Int) -> Int? {
    let formula = formulas[cell].value
    return reaches(cell, from: formula.inputs)
      ? nil : formula.inputs.reduce(formula.number) { $0 + (expected($1) ?? 100) }
  }

  /// Whether one of these cells is a cell or, in the end, reads it.
  private func reaches(_ cell: Int, from inputs: [Int], _ seen: Set<Int> = []) -> Bool {
    inputs.contains {
      $0 == cell || !seen.contains($0) && reaches(cell, from: formulas[$0].value.inputs, seen.union([$0]))
    }
  }
}

private func describe(_ value: Int?) -> String { value.map { "\($0)" } ?? "nil" }
