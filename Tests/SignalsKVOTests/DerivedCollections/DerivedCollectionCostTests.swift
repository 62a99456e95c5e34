import Signals
import SignalsKVO
import Testing

/// K12: an edit calls the closures only for the affected elements.
@Suite("K12 The cost of an edit", .leavesNothing) struct DerivedCollectionCostTests {
  @Test(arguments: [100, 10_000])
  func `closure calls don't grow with the number of elements, except comparisons of sorted`(_ count: Int) {
    let list = ObservedArray(0..<count)
    let (predicates, transforms, comparisons, keys) = (Log<Int>(), Log<Int>(), Log<Int>(), Log<Int>())
    let even = list.filtered {
      predicates.append(0)
      return $0.isMultiple(of: 2)
    }
    let tens = even.mapped {
      transforms.append(0)
      return $0 * 10
    }
    let sorted = tens.sorted(using: {
      comparisons.append(0)
      return $0 > $1
    })
    let groups = sorted.grouped(by: {
      keys.append(0)
      return $0 % 3
    })
    let endpoint = groups.signal.subscribeValues { _ in }
    func counts() -> [Int] { [predicates, transforms, keys].map(\.entries.count) }
    let before = counts()
    let comparisonsBefore = comparisons.entries.count
    expect(before, equals: [count, count / 2, count / 2])
    list.insert(count + 2, at: count / 2)
    list.remove(at: count / 3)
    list.move(from: 0, to: count - 1)
    list[count / 4] = count + 4
    let calls = zip(counts(), before).map { $0 - $1 }
    expect(calls, equals: [2, 2, 2])
    // A few descents of a balanced tree, with at most two comparisons at each level.
    var levels = 1
    while 1 << levels < count { levels += 1 }
    expect(comparisons.entries.count - comparisonsBefore < 12 * levels)
    endpoint.cancel()
  }

  @Test func `a collection that nobody reads doesn't make another one compare`() {
    final class Item: Sendable {}
    struct Equal: Hashable, Sendable {
      let number: Int
      let text: String
      static func == (one: Equal, other: Equal) -> Bool { one.number == other.number }
      func hash(into hasher: inout Hasher) { hasher.combine(number) }
    }
    let items = ObservedArray((0..<20).map { _ in Item() })
    let texts = ObservedArray((0..<20).map { Equal(number: $0, text: "") })
    let calls = Log<Int>()
    let (idleItems, idleTexts) = (items.mapped { $0 }, texts.mapped(\.text))
    expect([idleItems.count, idleTexts.count], equals: [20, 20])
    let rows = items.mapped { _ in
      calls.append(0)
      return Item()
    }
    let seen = texts.mapped(\.text)
    let endpoints = [rows.changes.subscribeValues { _ in }, seen.changes.subscribeValues { _ in }]
    for edit in 0..<200 {
      let before = calls.entries.count
      items[edit % 20] = Item()
      expect(calls.entries.count, equals: before + 1)
      // An equal one that can be told apart.
      texts[edit % 20] = Equal(number: edit % 20, text: "\(edit)")
      expect(seen[edit % 20], equals: "\(edit)")
      let row = rows[edit % 20]
      items.move(from: edit % 20, to: edit * 7 % 20)
      expect(rows[edit * 7 % 20] === row)
    }
    withExtendedLifetime((idleItems, idleTexts, endpoints)) {}
  }
}
