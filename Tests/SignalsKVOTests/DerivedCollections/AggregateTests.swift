import Signals
import SignalsKVO
import SignalsTesting
import Testing

@Suite("K12 Aggregates", .leavesNothing) struct AggregateTests {
  @Test func `count, sum, minimum and maximum follow the elements, and an equal result is no change`() {
    let list: ObservedArray = [3, 1, 2]
    let (count, sum) = (list.derivedCount, list.derivedSum())
    let (least, greatest) = (list.derivedMin(), list.derivedMax(of: { -$0 }))
    let (counts, sums) = (Recorder(count.signal), Recorder(sum.signal))
    let (minima, maxima) = (Recorder(least.signal), Recorder(greatest.signal))
    list.append(4)
    list.move(from: 0, to: 2)
    list[0] = 0
    list.removeAll()
    expect(counts.values, equals: [3, 4, 0])
    expect(sums.values, equals: [6, 10, 9, 0])
    expect(minima.values, equals: [1, 0, nil])
    expect(maxima.values, equals: [-1, 0, nil])
  }

  @Test func `a sum follows a property of its elements`() {
    let prices = [1.0, 2.5].map { Property($0) }
    let total = ObservedArray(prices).derivedSum(of: { $0.value })
    let totals = Recorder(total.signal)
    prices[1].value = 4
    expect(totals.values, equals: [3.5, 5])
  }

  @Test func `a sum of floating-point numbers keeps no rounding error of removed elements`() {
    let list: ObservedArray = [0.1, 0.2]
    let sum = list.derivedSum()
    expect(sum.value, equals: 0.1 + 0.2)
    list.append(1e18)
    expect(sum.value, equals: 1e18)
    list.removeLast()
    expect(sum.value, equals: 0.1 + 0.2)
  }

  @Test func `a sum of integers may leave their range on the way, in any order and at any step`() {
    let list: ObservedArray = [-5, Int.max, 3]
    let bytes: ObservedArray<UInt8> = [200]
    let cells = [Property<UInt8>(200), Property(10)]
    let (sum, byteSum) = (list.derivedSum(), bytes.derivedSum())
    let cellSum = ObservedArray(cells).derivedSum(of: { $0.value })
    expect(sum.value, equals: Int.max - 2)
    expect([byteSum.value, cellSum.value], equals: [200, 210])
    list.append(contentsOf: [Int.min, Int.min, 2, 1, Int.max])
    bytes.batch {
      $0.append(100)
      $0.removeFirst()
    }
    transaction {
      cells[1].value = 150
      cells[0].value = 50
    }
    expect(sum.value, equals: -1)
    expect([byteSum.value, cellSum.value], equals: [100, 200])
  }

  @Test(arguments: [[Int8.max, 1], [.min, -1]])
  func `a sum of integers that is out of their range stops the program`(_ numbers: [Int8]) async {
    await #expect(processExitsWith: .failure) { [numbers] in _ = ObservedArray(numbers).derivedSum().value }
  }
}
