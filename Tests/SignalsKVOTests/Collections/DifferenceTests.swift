import Testing

@testable import SignalsKVO

/// The changes that the assignment of a whole new value reports (K9).
@Suite("K9 Differences", .leavesNothing) struct DifferenceTests {
  /// Equatable, but not hashable.
  struct Equal: Equatable { let number: Int }

  /// Not even equatable.
  struct Opaque { let number: Int }

  @Test(
    arguments: [
      ([1, 2, 3], [1, 2, 3], []),
      ([], [1, 2], [.insertion([1, 2], at: 0)]),
      ([1, 2], [], [.removal([1, 2], at: 0)]),
      ([1, 2, 3, 4], [1, 4], [.removal([2, 3], at: 1)]),
      ([1, 4], [1, 2, 3, 4], [.insertion([2, 3], at: 1)]),
      ([1, 2, 3], [1, 7, 8, 3], [.replacement([2], with: [7, 8], at: 1)]),
      (
        [1, 2, 3, 4, 5], [0, 1, 3, 6, 5],
        [.insertion([0], at: 0), .removal([2], at: 2), .replacement([4], with: [6], at: 3)]
      ),
      ([1, 2, 3, 4], [4, 1, 2, 3], [.move(from: 3, to: 0)]),
      ([1, 2, 3, 4], [2, 3, 4, 1], [.move(from: 0, to: 3)]),
      ([1, 2, 3], [9, 3, 1], [.removal([2], at: 1), .move(from: 1, to: 0), .insertion([9], at: 0)]),
      ([1, 1, 2], [1, 2, 1], [.move(from: 2, to: 1)]),
    ] as [([Int], [Int], [ArrayChange<Int>])])
  func `the difference of hashable elements contains moves`(
    _ old: [Int], _ new: [Int], _ changes: [ArrayChange<Int>]
  ) {
    expect(new.changes(from: old), equals: changes)
  }

  @Test func `the difference of elements that are only equatable contains insertions and removals`() {
    let numbers = { (numbers: [Int]) in numbers.map(Equal.init) }
    expect(
      numbers([4, 1, 3]).changes(from: numbers([1, 2, 3, 4])),
      equals: [
        .insertion(numbers([4]), at: 0), .removal(numbers([2]), at: 2), .removal(numbers([4]), at: 3),
      ])
  }

  @Test func `the difference of elements that can't be compared replaces all of them`() {
    let changes = [Opaque(number: 1), Opaque(number: 3)].changes(from: [Opaque(number: 1), Opaque(number: 2)])
    expect(
      changes.map { "\($0)" },
      equals: [
        "\(ArrayChange.replacement([Opaque(number: 1), Opaque(number: 2)], with: [Opaque(number: 1), Opaque(number: 3)], at: 0))"
      ])
    expect([Opaque]().changes(from: []).isEmpty)
  }

  @Test func `objects that can't be compared are told apart by their identities`() {
    final class Item: Sendable {}
    let items = (0..<4).map { _ in Item() }
    func description(_ changes: [ArrayChange<Item>]) -> [String] {
      changes.map { change in
        switch change {
        case .insertion(let new, let index): "+\(new.count)@\(index)"
        case .removal(let old, let index): "-\(old.count)@\(index)"
        case .replacement(let old, let new, let index): "\(old.count)→\(new.count)@\(index)"
        case .move(let index, let newIndex): "\(index)→\(newIndex)"
        }
      }
    }
    expect(description(items.changes(from: items)), equals: [])
    expect(description([items[3], items[0], items[1]].changes(from: items)), equals: ["-1@2", "2→0"])
    expect(description([items[0], Item(), items[2]].changes(from: Array(items[..<3]))), equals: ["1→1@1"])
    let optional: [Item?] = [items[0], nil]
    expect(optional.changes(from: [items[0], nil]).isEmpty)
    expect(["a": items[0]].changes(from: ["a": items[0]]).isEmpty)
    expect(["a": items[0]].changes(from: ["a": items[1]]).map(\.key), equals: ["a"])
    // The results for those that stay are kept.
    let list = ObservedArray(items)
    let rows = list.mapped { _ in Item() }
    let former = rows.value
    list.value = [items[1], Item(), items[0]]
    expect(rows[0] === former[1])
    expect(rows[2] === former[0])
  }

  @Test func `the difference of dictionaries contains the keys whose values differ`() {
    expect(["a": 1, "b": 3].changes(from: ["a": 1, "b": 2]), equals: [.replacement(2, with: 3, forKey: "b")])
    expect(["a": 1].changes(from: ["a": 1, "b": 2]), equals: [.removal(2, forKey: "b")])
    expect(["a": 1, "b": 2].changes(from: ["a": 1]), equals: [.insertion(2, forKey: "b")])
    expect(["a": 1].changes(from: ["a": 1]), equals: [])
    expect(["a": Opaque(number: 1)].changes(from: ["a": Opaque(number: 1)]).map(\.key), equals: ["a"])
  }

  @Test func `a value that isn't equal to itself is reported as a new one`() {
    let changes = [Double.nan, 1].changes(from: [Double.nan, 1])
    expect(changes.count, equals: 1)
    var copy = [Double.nan, 1]
    copy.apply(changes)
    expect(copy.count == 2 && copy[0].isNaN && copy[1] == 1)
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `a random difference leads to the new array, and its inverse back`(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      let old = random.digits(0...12)
      let new = random.oneIn(3) ? old.shuffled(using: &random) : random.digits(0...12)
      var copy = old
      copy.apply(new.changes(from: old))
      expect(copy, equals: new, "from \(old), seed \(seed)")
      copy.apply(new.changes(from: old).inverted())
      expect(copy, equals: old, "back from \(new), seed \(seed)")

      let (oldOnes, newOnes) = (old.map(Equal.init), new.map(Equal.init))
      var copies = oldOnes
      copies.apply(newOnes.changes(from: oldOnes))
      expect(copies, equals: newOnes, "from \(old), seed \(seed)")
    }
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `a new order is reached with the fewest moves`(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      let count = random.number(in: 0...7)
      let order = Array(0..<count).shuffled(using: &random)
      let moves = Reordering(order: order).moves
      var array = Array(0..<count)
      for (from, to) in moves { array.insert(array.remove(at: from), at: to) }
      expect(array, equals: order, "seed \(seed)")
      // The elements that aren't moved keep their order, so at best they are a longest increasing run.
      let longest =
        (0..<1 << count).lazy.filter { set in
          let run = order.enumerated().filter { set >> $0.offset & 1 == 1 }.map(\.element)
          return run == run.sorted()
        }.map(\.nonzeroBitCount).max() ?? 0
      expect(moves.count <= count - longest, "\(order), seed \(seed)")
    }
  }

  @Test func `the reversal of a hundred thousand elements is found in reasonable time`() {
    let old = Array(0..<100_000)
    let moves = Reordering(order: old.reversed()).moves
    expect(moves.count, equals: 99_999)
  }
}
