import SignalsKVO

private let readCount = 500_000

extension Scenario {
  static let graphGetting = Scenario(id: "G8", title: "read an unobserved derived value that is up to date") {
    scenario in
    Outcome(rows: [
      scenario.compare(.gettingDerived, with: .other(.gettingGuarded), target: Target(ratio: 3, allocations: 0))
    ])
  }
}

extension Work {
  fileprivate static var gettingDerived: Work {
    Work(name: "G8", operations: readCount, expected: 2 * readCount) {
      let head = Property(1)
      let next = head.derivedByAdding(1)
      require(next.value == 2, "The derived value is wrong.")
      return { (0..<readCount).reduce(0) { sum, _ in sum &+ next.value } }
    }
  }

  fileprivate static var gettingGuarded: Work {
    Work(name: "guarded", operations: readCount, expected: 2 * readCount) {
      let guarded = GuardedValue(2)
      return { (0..<readCount).reduce(0) { sum, _ in sum &+ guarded.read() } }
    }
  }
}
