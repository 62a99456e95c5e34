import Signals
import SignalsKVO
import SignalsTesting
import Testing

extension Stress {
  /// Properties that several threads set and observe (C3, C4, C5, C12). Run under thread sanitizer too.
  @Suite("Stress: properties") struct PropertyStressTests {
    @Test func `modify on four threads loses no change, and the last delivered value is the current one`() {
      let count = 5_000
      let total = Property(0)
      final class Seen: @unchecked Sendable { var values: [Int] = [] }
      let seen = Seen()
      let isOver = Gate()
      let endpoint = total.signal.subscribeValues { value in
        seen.values.append(value)
        if value == 4 * count { isOver.open() }
      }
      onThreads(4) { _ in
        for _ in 0..<count { total.modify { $0 += 1 } }
      }
      isOver.wait()
      expect(seen.values, equals: Array(0...4 * count))
      expect(total.value, equals: 4 * count)
      withExtendedLifetime(endpoint) {}
    }

    @Test func `a reader during the sets of four threads never goes back, and the order of each thread is kept`() {
      let count = 5_000
      let property = Property([0, 0, 0, 0])
      let backwards = Log<String>()
      let isOver = Gate()
      let owner = Tracked {}
      let last = Property([0, 0, 0, 0])
      property.addObserver(forOwner: owner) { old, new in
        if !zip(old, new).allSatisfy({ $0 <= $1 }) { backwards.append("received \(old) \(new)") }
        last.value = new
        if new == [count, count, count, count] { isOver.open() }
      }
      onThreads(6) { thread in
        if thread < 4 {
          for value in 1...count { property.modify { $0[thread] = value } }
        } else {
          var before = [0, 0, 0, 0]
          while before != [count, count, count, count] {
            let now = property.value
            if !zip(before, now).allSatisfy({ $0 <= $1 }) { backwards.append("read \(before) \(now)") }
            before = now
          }
        }
      }
      isOver.wait()
      expect(backwards.entries, equals: [])
      withExtendedLifetime(owner) {}
    }

    @Test func `owners come and go during the sets of two threads: each receives successive changes`() {
      let property = Property(0)
      let stop = Property(false)
      let gaps = Log<String>()
      let setters = (0..<2).map { _ in
        startThread { while !stop.value { property.modify { $0 += 1 } } }
      }
      onThreads(2) { _ in
        for index in 0..<300 {
          let owner = Tracked {}
          let previous = Property<Int?>(nil)
          let endpoint = property.addObserver(forOwner: owner, triggerImmediately: index.isMultiple(of: 2)) {
            old, new in
            if let before = previous.value, before != old { gaps.append("\(before) \(old) \(new)") }
            previous.value = new
          }
          for _ in 0..<50 { _ = property.value }
          switch index % 3 {
          case 0: property.removeObservers(forOwner: owner)
          case 1: endpoint.cancel()
          default: break
          }
        }
      }
      stop.value = true
      for setter in setters { setter.wait() }
      expect(gaps.entries, equals: [])
    }

    @Test func `two properties whose handlers set each other, on two threads, never wait for each other (C5)`() {
      let first = Property(0)
      let second = Property(0)
      let owner = Tracked {}
      first.subscribe(owner) { _, value in if value.isMultiple(of: 2) { second.value = value + 1 } }
      second.subscribe(owner) { _, value in if value.isMultiple(of: 2) { first.value = value + 1 } }
      onThreads(2) { thread in
        for index in 0..<10_000 { (thread == 0 ? first : second).value = 2 * index }
      }
      withExtendedLifetime(owner) {}
    }
  }
}
