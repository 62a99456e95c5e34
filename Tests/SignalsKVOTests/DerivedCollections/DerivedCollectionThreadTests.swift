import Signals
import SignalsKVO
import SignalsTesting
import Testing

@Suite("K12 Derived collections on several threads", .leavesNothing) struct DerivedCollectionThreadTests {
  @Test func `edits and reads on several threads agree with a plain computation, and observers miss nothing`() async {
    let list = ObservedArray<Int>(0..<40)
    let bound = Property(20)
    let small = list.filtered(by: bound) { $0 < $1 }
    let sorted = small.sorted(by: { -$0 })
    let groups = sorted.grouped(by: { $0 % 3 })
    let joined = merged(small, sorted)
    let total = joined.derivedSum()
    let copies = Log<[Int]>()
    let mirror = Mirror()
    let endpoint = joined.changes(from: []).subscribeValues { mirror.apply($0) }
    onThreads(4) { thread in
      var random = SeededGenerator(seed: UInt64(thread))
      for _ in 0..<400 {
        switch random.number(in: 0...7) {
        case 0: list.append(random.number(in: 0...50))
        case 1:
          list.batch { editor in
            if !editor.isEmpty { editor.remove(at: editor.count / 2) }
          }
        case 2: bound.value = random.number(in: 10...40)
        case 3:
          // Each read gives a result of some moment, sorted and without foreign elements.
          let value = sorted.value
          if value != value.sorted(by: >) { copies.append(value) }
        case 4: _ = groups.value.mapValues(\.count)
        case 5: _ = total.value
        case 6:
          let recorder = Recorder(sorted.signal)
          if let first = recorder.values.first, first != first.sorted(by: >) { copies.append(first) }
        default: list.batch { $0.reverse() }
        }
      }
    }
    let expected = list.value.filter { $0 < bound.value }
    expect(copies.entries, equals: [])
    expect(small.value, equals: expected)
    expect(sorted.value, equals: expected.sorted(by: >))
    expect(joined.value, equals: expected + expected.sorted(by: >))
    // Concurrent edits are delivered on a queue (C5).
    while mirror.value != joined.value { await letOthersGoOn() }
    expect(total.value, equals: 2 * expected.reduce(0, +))
    expect(
      groups.value.mapValues { $0.value.count }, equals: Dictionary(grouping: expected) { $0 % 3 }.mapValues(\.count))
    endpoint.cancel()
  }

  @Test func `a read doesn't wait for another thread's computation`() {
    let list: ObservedArray = [1, 2, 3]
    let answer = Log<[Int]>()
    let hasEntered = Log<Bool>()
    let place = Place()
    let even = list.filtered { number in
      // The first evaluation makes another thread read the same array, and waits for that.
      if hasEntered.entries.isEmpty {
        hasEntered.append(true)
        onAnotherThread { if let array = place.array { answer.append(array.value) } }
      }
      return number.isMultiple(of: 2)
    }
    place.array = even
    expect(even.value, equals: [2])
    expect(answer.entries, equals: [[2]])
    place.array = nil
  }

  @Test func `functions of sequences take the elements of one moment, whatever another thread removes`() {
    let list: ObservedArray = [2, 4]
    let answer = Log<[Int]>()
    let calls = Log<Int>()
    let place = Place()
    let even = list.filtered { number in
      calls.append(number)
      switch calls.entries.count {
      // Another thread reads the array, and computes it for itself.
      case 1: onAnotherThread { if let array = place.array { answer.append(array.map { $0 }) } }
      // This is that thread.
      case 2: onAnotherThread { list.removeLast() }
      default: break
      }
      return number.isMultiple(of: 2)
    }
    place.array = even
    expect(even.value, equals: [2])
    expect(answer.entries, equals: [[2, 4]])
    place.array = nil
  }

  @Test func `no element is promised to an iteration that begins later`() {
    let list: ObservedArray = [1, 2]
    let scores: ObservedDictionary = ["Ada": 1]
    let (all, groups) = (list.filtered { _ in true }, list.grouped(by: { $0 }))
    expect([list.underestimatedCount, all.underestimatedCount], equals: [0, 0])
    expect([scores.underestimatedCount, groups.underestimatedCount], equals: [0, 0])
    expect([Array(list), list.sorted { $0 > $1 }, scores.map(\.value)], equals: [[1, 2], [2, 1], [1]])
  }

  private final class Place: @unchecked Sendable {
    var array: DerivedArray<Int>?
  }

  /// A copy that the handlers change, one after the other.
  private final class Mirror: Sendable {
    private let values = Log<[Int]>()
    var value: [Int] { values.entries.last ?? [] }

    func apply(_ changes: [ArrayChange<Int>]) {
      var copy = value
      copy.apply(changes)
      values.append(copy)
    }
  }
}
