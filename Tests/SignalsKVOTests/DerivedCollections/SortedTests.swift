import Signals
import SignalsKVO
import SignalsTesting
import Testing

@Suite("K12 sorted", .leavesNothing) struct SortedTests {
  @Test func `elements with equal keys keep the order of the source, which a move there may change`() {
    let list = ObservedArray(["b2", "a1", "b1", "a2"])
    let sorted = list.sorted(by: { $0.first! })
    let changes = Recorder(sorted.changes)
    expect(sorted.value, equals: ["a1", "a2", "b2", "b1"])
    list.move(from: 2, to: 0)
    expect(sorted.value, equals: ["a1", "a2", "b1", "b2"])
    list.move(from: 3, to: 1)
    expect(sorted.value, equals: ["a2", "a1", "b1", "b2"])
    expect(changes.values.map(\.count), equals: [1, 1])
  }

  @Test func `an insertion, a removal and a replacement are reported at the sorted position`() {
    let list: ObservedArray = [5, 1, 3]
    let sorted = list.sorted(by: { $0 }, ascending: false)
    let changes = Recorder(sorted.changes)
    list.insert(4, at: 0)
    list.remove(at: 2)
    list[1] = 0
    expect(
      changes.values,
      equals: [
        [.insertion([4], at: 1)], [.removal([1], at: 3)], [.removal([5], at: 0), .insertion([0], at: 2)],
      ])
    expect(sorted.value, equals: [4, 3, 0])
  }

  @Test func `a reversed direction is reported with the fewest moves`() {
    let list: ObservedArray = [1, 2, 3]
    let isAscending = Property(true)
    let sorted = list.sorted(by: { $0 }, ascending: isAscending)
    let changes = Recorder(sorted.changes)
    isAscending.value = false
    expect(sorted.value, equals: [3, 2, 1])
    expect(changes.values.map(\.count), equals: [2])
    isAscending.value = false
    expect(changes.values.count, equals: 1)
  }

  @Test func `an observable predicate replaces the order`() {
    let byLength: @Sendable (String, String) -> Bool = { $0.count < $1.count }
    let byName: @Sendable (String, String) -> Bool = { $0 < $1 }
    let list = ObservedArray(["ccc", "a", "bb"])
    let order = Property(byLength)
    let sorted = list.sorted(using: order)
    expect(sorted.value, equals: ["a", "bb", "ccc"])
    list.append("a")
    order.value = byName
    expect(sorted.value, equals: ["a", "a", "bb", "ccc"])
    expect(ObservedArray([1, 3, 2]).sorted(using: >).value, equals: [3, 2, 1])
  }

  @Test func `a predicate after the label using gives an array that follows, a trailing closure an array`() {
    let words: ObservedArray = ["fig", "apple"]
    let derived = words.sorted(using: { $0 < $1 })
    let reversed = words.sorted(using: { $0 > $1 })
    let sorted = words.sorted { $0 < $1 }
    let first = words.sorted { $0 < $1 }.prefix(1).joined(separator: ",")
    let ofDerived = words.filtered { $0.count > 3 }.sorted { $0 < $1 }
    words.append("aaaa")
    expect(derived.value, equals: ["aaaa", "apple", "fig"])
    expect(reversed.value, equals: ["fig", "apple", "aaaa"])
    expect(sorted, equals: ["apple", "fig"])
    expect(first, equals: "apple")
    expect(ofDerived, equals: ["apple"])
  }

  @Test func `a key path may be the sort key`() {
    let list = ObservedArray(["bb", "a"])
    expect(list.sorted(by: \.count).value, equals: ["a", "bb"])
  }

  @Test(arguments: [true, false])
  func `keys that don't equal themselves come last, and leave the others in order (K12)`(_ ascending: Bool) {
    let list = ObservedArray([3, .nan, 1, 2, .nan, 0])
    let sorted = list.sorted(by: { $0 }, ascending: ascending)
    let (least, greatest) = (list.derivedMin(), list.derivedMax())
    func check(_ numbers: [Double], not count: Int) {
      let inOrder = ascending ? numbers : numbers.reversed()
      expect(sorted.value.map { $0.isNaN ? nil : $0 }, equals: inOrder + Array(repeating: nil, count: count))
      expect([least.value, greatest.value], equals: [numbers.first, numbers.last])
    }
    check([0, 1, 2, 3], not: 2)
    list.append(0.5)
    check([0, 0.5, 1, 2, 3], not: 2)
    list.removeAll { $0.isNaN }
    list.append(2.5)
    check([0, 0.5, 1, 2, 2.5, 3], not: 0)
    list[0] = .nan
    check([0, 0.5, 1, 2, 2.5], not: 1)
    list[0] = 4
    check([0, 0.5, 1, 2, 2.5, 4], not: 0)
    list.value = [.nan]
    expect(sorted.count, equals: 1)
    expect(least.value?.isNaN, equals: true)
  }
}
