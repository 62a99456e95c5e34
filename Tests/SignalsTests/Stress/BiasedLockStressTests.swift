import Signals
import Testing

extension Stress {
  @Suite("Stress: the biased lock") struct BiasedLockStressTests {
    /// A number behind a lock that soon has a favorite.
    private final class Place: @unchecked Sendable {
      let lock = BiasedLock(threshold: 2)
      private let arrivals = AtomicWord(0)
      var count = 0

      /// Waits until there have been so many calls.
      func meet(_ number: UInt) {
        var looks = 0
        _ = arrivals.next(1)
        while arrivals.value < number {
          looks += 1
          if looks > 100 { yieldProcessor() }
        }
      }

      func add(_ times: Int) {
        for _ in 0..<times {
          lock.lock(currentThread())
          count += 1
          lock.unlock()
        }
      }
    }

    // A lock changes its favorite less often with each time, so there are many locks.
    @Test func `one thread at a time holds the lock, while the favorite changes (C7)`() {
      let places = (0..<2_000).map { _ in Place() }
      onThreads(2) { thread in
        for place in places {
          place.meet(2)
          place.add(thread == 0 ? 200 : 20)
          place.meet(4)
          place.add(3)
        }
      }
      let wrong = places.filter { $0.count != 226 }.count
      expect(wrong, equals: 0)
    }
  }
}
