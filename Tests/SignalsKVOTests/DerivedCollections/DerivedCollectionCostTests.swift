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
}
