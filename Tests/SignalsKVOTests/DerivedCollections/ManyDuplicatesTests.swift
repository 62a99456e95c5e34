import SignalsKVO
import SignalsTesting
import Testing

@Suite("K12 distinct with many equal keys", .leavesNothing) struct ManyDuplicatesTests {
  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func `distinct with many equal keys equals a computation from scratch after each edit`(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let list = ObservedArray((0..<300).map { $0 })
    let distinct = list.distinct(by: { $0 % 2 })
    let values = Recorder(distinct.changes(from: []))
    var copy: [Int] = []
    var applied = 0
    for round in 0..<200 {
      let index = random.number(in: 0...list.count - 1)
      switch random.number(in: 0...3) {
      case 0: list.insert(1_000 + round, at: random.oneIn(2) ? 0 : index)
      case 1: list.remove(at: random.oneIn(2) ? 0 : index)
      case 2: list.move(from: index, to: random.oneIn(2) ? 0 : list.count / 2)
      default: list[index] = 2_000 + round
      }
      var seen: Set<Int> = []
      let expected = list.value.filter { seen.insert($0 % 2).inserted }
      for changes in values.values[applied...] { copy.apply(changes) }
      applied = values.values.count
      expect(distinct.value, equals: expected, "seed \(seed)")
      expect(copy, equals: expected, "seed \(seed)")
    }
  }
}
