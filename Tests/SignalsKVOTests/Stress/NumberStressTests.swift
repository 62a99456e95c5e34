import Testing

@testable import SignalsKVO

extension Stress {
  /// K8: numbers are read without a lock while other threads set them. Run under thread sanitizer too.
  @Suite("Stress: numbers") struct NumberStressTests {
    private struct Pair: Equatable, Sendable {
      var first: Int32
      var second: Int32

      init(_ number: Int) { (first, second) = (Int32(number), Int32(number)) }
    }

    /// The value, read without the lock if that is possible, even where `value` takes it: without optimization.
    private func read<Value>(_ derived: Derived<Value>) -> Value {
      derived.computation.readUnlocked(in: nil)?.value ?? derived.value
    }

    /// Sets run in one thread, while two others read until they see `last`.
    private func reading(_ set: @escaping @Sendable () -> Void, _ read: @escaping @Sendable () -> Bool) {
      onThreads(3) { thread in
        if thread == 0 { set() } else { while !read() {} }
      }
    }

    @Test func `a thread that has read a new value reads no older value of its derived values`() {
      let count = 20_000
      let source = Property(0)
      let same = Derived { source.value }
      let double = Derived { same.value * 2 }
      let faults = Log<String>()
      reading {
        for value in 1...count { source.value = value }
      } _: {
        let one = source.value
        let two = read(same)
        let three = read(double)
        let four = read(same)
        let five = source.value
        if !(one <= two && 2 * two <= three && three <= 2 * four && four <= five) {
          faults.append("\(one) \(two) \(three) \(four) \(five)")
        }
        return five == count
      }
      expect(faults.entries, equals: [])
      expect(double.value, equals: 2 * count)
    }

    @Test func `the order of reads holds for values that are observed and set in transactions`() {
      let count = 5_000
      let source = Property(0)
      let same = Derived { source.value }
      let double = Derived { same.value * 2 }
      let endpoint = double.signal.subscribeValues { _ in }
      let faults = Log<String>()
      reading {
        for value in 1...count { transaction { source.value = value } }
      } _: {
        let one = source.value
        let two = read(double)
        let three = source.value
        if !(2 * one <= two && two <= 2 * three) { faults.append("\(one) \(two) \(three)") }
        return three == count
      }
      expect(faults.entries, equals: [])
      expect(double.value, equals: 2 * count)
      withExtendedLifetime(endpoint) {}
    }

    @Test func `a value agrees with all its inputs at one moment`() {
      let count = 10_000
      let leader = Property(0)
      let follower = Property(0)
      let lead = Derived {
        let behind = follower.value
        return leader.value - behind
      }
      let faults = Log<Int>()
      reading {
        for value in 1...count {
          leader.value = value
          follower.value = value
        }
      } _: {
        let now = read(lead)
        if !(0...1).contains(now) { faults.append(now) }
        return follower.value == count
      }
      expect(faults.entries, equals: [])
      expect(lead.value, equals: 0)
    }

    @Test func `no thread reads a mixture of two values`() {
      let count = 20_000
      let source = Property(Pair(0))
      let negated = Derived { Pair(-Int(source.value.first)) }
      let faults = Log<String>()
      reading {
        for value in 1...count { source.value = Pair(value) }
      } _: {
        let (one, two) = (read(negated), source.value)
        if one.first != one.second || two.first != two.second { faults.append("\(one) \(two)") }
        return two.first == count
      }
      expect(faults.entries, equals: [])
      expect(negated.value, equals: Pair(-count))
    }
  }
}
