import Signals
import SignalsKVO
import Testing

/// C4, C12: a subscriber of a derived value comes while older results wait for their delivery.
@Suite("C12 Subscribers of a derived value that is changing", .leavesNothing) struct ChangingValueTests {
  private final class Owner: Sendable {}

  @Test(arguments: [2, 5])
  func `a subscriber that was given a later value than the one that waits misses no change`(_ last: Int) {
    let source = Property(0)
    let value = source.derived { $0 }
    let (isHandling, mayReturn, isInTransaction, mayEnd) = (Gate(), Gate(), Gate(), Gate())
    let (first, second, pairs) = (Log<Int>(), Log<Int>(), Log<[Int]>())
    let owner = Owner()
    var endpoints = [
      value.signal.subscribeValues {
        first.append($0)
        guard $0 == 1 else { return }
        isHandling.open()
        mayReturn.wait()
      }
    ]
    let setter = startThread { source.value = 1 }
    isHandling.wait()
    // It waits for the handler.
    source.value = 2
    let transacting = startThread {
      transaction {
        source.value = 0
        isInTransaction.open()
        mayEnd.wait()
        source.value = last
      }
    }
    isInTransaction.wait()
    endpoints.append(value.signal.subscribeValues { second.append($0) })
    value.addObserver(forOwner: owner, triggerImmediately: true) { old, new in pairs.append([old, new]) }
    mayReturn.open()
    setter.wait()
    waitUntil { first.entries.count == 3 && second.entries.count == 1 && pairs.entries.count == 1 }
    mayEnd.open()
    transacting.wait()
    waitUntil { second.entries.count == 2 && pairs.entries.count == 2 }
    source.value = 7
    waitUntil { first.entries.last == 7 && second.entries.count == 3 && pairs.entries.count == 3 }
    // The first thread may tell the value in the middle of the transaction instead, which overlaps with its turn (C11).
    let histories = last == 2 ? [[0, 1, 2, 7], [0, 1, 0, 2, 7]] : [[0, 1, 2, 5, 7], [0, 1, 0, 5, 7]]
    expect(histories.contains(first.entries), "\(first.entries)")
    expect(second.entries, equals: [0, last, 7])
    expect(pairs.entries, equals: [[0, 0], [0, last], [last, 7]])
    endpoints.cancelAll()
  }
}
