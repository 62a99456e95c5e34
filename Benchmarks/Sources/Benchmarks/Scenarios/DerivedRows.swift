import SignalsKVO

private let rowCount = 10_000
private let editCount = 1_000

extension Scenario {
  static let derivedRows = Scenario(
    id: "D1", title: "\(rowCount) elements filtered, sorted and mapped: an edit", hasGrowth: true
  ) { scenario in
    Outcome(
      rows: [
        scenario.compare(
          .derivedRows(rowCount), with: .other(.recomputedRows(rowCount)), target: Target(ratio: 0.5))
      ],
      growth: Growth.measured(
        scenario.id, "an edit of the source, filtered, sorted and mapped", [1_000, 10_000, 100_000, 1_000_000],
        of: "elements", Work.derivedRows, by: "recomputation", Work.recomputedRows))
  }
}

extension Work {
  /// The index and the new element of each edit. The element stays even or odd.
  private static func edit(_ number: Int, of count: Int) -> (index: Int, element: Int) {
    let index = number &* 7_919 % count
    return (index, index + 2 * number)
  }

  fileprivate static func derivedRows(_ count: Int) -> Work {
    Work(name: "derived rows", operations: editCount, expected: editCount * (count / 2)) {
      let checksum = Checksum()
      let list = ObservedArray(0..<count)
      let rows = list.filtered { $0.isMultiple(of: 2) }.sorted(by: { -$0 }).mapped { $0 &+ 1 }
      let endpoint = rows.changes.subscribeValues { _ in }
      return {
        for number in 1...editCount {
          let (index, element) = edit(number, of: count)
          list[index] = element
          checksum.add(rows.count)
        }
        return withExtendedLifetime(endpoint) { checksum.sum }
      }
    }
  }

  fileprivate static func recomputedRows(_ count: Int) -> Work {
    let edits = max(1, 1_000_000 / count)
    return Work(name: "recomputation", operations: edits, expected: edits * (count / 2)) {
      let checksum = Checksum()
      var list = Array(0..<count)
      return {
        for number in 1...edits {
          let (index, element) = edit(number, of: count)
          list[index] = element
          checksum.add(list.filter { $0.isMultiple(of: 2) }.sorted { $0 > $1 }.map { $0 &+ 1 }.count)
        }
        return checksum.sum
      }
    }
  }
}
