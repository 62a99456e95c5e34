import Foundation
import Signals
import SignalsKVO
import SignalsTesting
import Testing

extension Stress {
  /// Derived values whose inputs several threads set (C3, C4, C10). Run under thread sanitizer too.
  @Suite("Stress: derived values") struct DerivedStressTests {
    /// The values of one handler, stored without a lock: its calls don't overlap (C3).
    private final class Seen<Value>: @unchecked Sendable {
      var values: [Value] = []
      let overlap = OverlapDetector()
      let isOver = Gate()
    }

    @Test func `after concurrent sets the last delivered value is the one of the final inputs`() {
      let count = 3_000
      let inputs = (0..<3).map { _ in Property(0) }
      let sum = Derived { inputs.reduce(0) { $0 + $1.value } }
      let chosen = Derived { inputs[0].value.isMultiple(of: 2) ? inputs[1].value : sum.value }
      let both = Derived { [sum.value, chosen.value] }
      let isOver = (0..<3).map { _ in Gate() }
      let last = Property([0, 0])
      let overlap = OverlapDetector()
      let endpoint = both.signal.subscribeValues { value in
        overlap.run { last.value = value }
        if value == [3 * count, count] { isOver[0].open() }
      }
      onThreads(4) { thread in
        if thread < 3 {
          for value in 1...count { inputs[thread].value = value }
        } else {
          for _ in 0..<count { _ = both.value }
        }
      }
      isOver[0].wait()
      expect(both.value, equals: [3 * count, count])
      expect(last.value, equals: [3 * count, count])
      expect(!overlap.hasSeenOverlap)
      withExtendedLifetime(endpoint) {}
    }

    @Test func `a computation first reads a property while another thread sets it (K8)`() {
      let sources = (0..<3_000).map { _ in Property(0) }
      let endpoints = sources.map { $0.signal.subscribeValues { _ in } }
      // Each thread counts itself in, without ordering of other memory: only the library orders the two threads.
      let arrivals = AtomicWord(0)
      let results = Log<Int>()
      onThreads(2) { thread in
        for (index, source) in sources.enumerated() {
          arrivals.add(1)
          // To give the processor up orders no memory either, and the other thread may need it.
          var looks = 0
          while arrivals.relaxed < 2 * (index + 1) {
            looks += 1
            if looks % 1_000 == 0 { sched_yield() }
          }
          if thread == 0 {
            for value in 1...5 { source.value = value }
          } else {
            let double = Derived { source.value * 2 }
            while double.value < 10 {}
            results.append(double.value)
          }
        }
      }
      expect(results.entries, equals: sources.map { _ in 10 })
      withExtendedLifetime(endpoints) {}
    }

    @Test func `four threads set one source: each old value is the new value before it`() {
      let count = 3_000
      let source = Property(0)
      let double = source.derived { $0 * 2 }
      let owner = Tracked {}
      let seen = Seen<Int>()
      // Guarded, since a change from the last value to itself may still follow.
      let received = Log<[Int]>()
      double.addObserver(forOwner: owner) { old, new in
        seen.overlap.run { received.append([old, new]) }
        if new == 8 * count { seen.isOver.open() }
      }
      onThreads(4) { _ in for _ in 0..<count { source.modify { $0 += 1 } } }
      seen.isOver.wait()
      let changes = received.entries
      expect(!seen.overlap.hasSeenOverlap)
      expect(changes.first?[0], equals: 0)
      expect(zip(changes, changes.dropFirst()).allSatisfy { $0[1] == $1[0] && $1[0] <= $1[1] })
      withExtendedLifetime(owner) {}
    }

    @Test func `a join that is subscribed while another thread sets ends with values that belong together (C10)`() {
      let (rounds, count) = (100, 200)
      for _ in 0..<rounds {
        let source = Property(0)
        let copy = source.derived { $0 }
        let double = copy.derived { $0 * 2 }
        let isOver = Gate()
        let seen = Log<(Int, Int)>()
        let endpoints = Log<Endpoint>()
        onThreads(2) { thread in
          if thread == 0 {
            for value in 1...count { source.value = value }
          } else {
            endpoints.append(
              combineLatest(copy.signal, double.signal).subscribeValues { one, two in
                seen.append((one, two))
                if (one, two) == (count, 2 * count) { isOver.open() }
              })
          }
        }
        isOver.wait()
        // No input goes back, though one may be ahead of the other meanwhile.
        let (ones, twos) = (seen.entries.map(\.0), seen.entries.map(\.1))
        expect(ones, equals: ones.sorted())
        expect(twos, equals: twos.sorted())
        expect([ones.last, twos.last], equals: [count, 2 * count])
        withExtendedLifetime(endpoints) {}
      }
    }

    @Test func `observers that come and go during the sets of two threads end with the current value`() {
      let first = Property(0)
      let second = Property(0)
      let sum = Derived { first.value + second.value }
      let twice = sum.derived { $0 * 2 }
      let backwards = Log<String>()
      let stop = Property(false)
      let setters = [first, second].map { input in
        startThread { while !stop.value { input.modify { $0 += 1 } } }
      }
      onThreads(2) { _ in
        for _ in 0..<repetitions(200, quick: 40) {
          let previous = Property(-1)
          let endpoint = twice.signal.subscribeValues { value in
            if value < previous.value { backwards.append("\(previous.value) \(value)") }
            previous.value = value
          }
          for _ in 0..<20 { _ = sum.value }
          endpoint.cancel()
        }
      }
      let isOver = Gate()
      let final = Property(0)
      let endpoint = twice.signal.subscribeValues { value in
        final.value = value
        if value == 2_000_000_000 { isOver.open() }
      }
      stop.value = true
      for setter in setters { setter.wait() }
      second.value = 0
      first.value = 1_000_000_000
      isOver.wait()
      expect(final.value, equals: twice.value)
      expect(backwards.entries, equals: [])
      withExtendedLifetime(endpoint) {}
    }
  }
}
