import Signals
import SignalsKVO
import SignalsTesting
import Testing

/// C8, K8: states that are released while computations have read them.
@Suite("K8 States that are released", .leavesNothing) struct ReleasedStateTests {
  /// The selection of a list, and an entry that knows whether it is the selected one.
  private final class List: Sendable {
    let selected = Property<Entry?>(nil)
  }

  private final class Entry: Sendable {
    let isSelected: Derived<Bool>

    init(of list: List) { isSelected = Derived { [weak list] in list?.selected.value != nil } }
  }

  @Test(arguments: [false, true])
  func `a state that holds the object of a reader is released with its owner`(isObserved: Bool) {
    weak var entry: Entry?
    let log = Log<Bool>()
    do {
      let list = List()
      let new = Entry(of: list)
      entry = new
      if isObserved { new.isSelected.subscribe(new) { _, value in log.append(value) } }
      list.selected.value = new
      expect(new.isSelected.value, equals: true)
    }
    expect(entry == nil, equals: true)
    expect(log.entries, equals: isObserved ? [true] : [])
  }

  @Test func `a recorded graph keeps no state either (C16)`() {
    let graph = RecordedGraph()
    weak var held: Log<Int>?
    let other = Property(0)
    let (holder, count, recorder) = graph.record {
      let log = Log<Int>()
      held = log
      let holder = HeldValue(Optional(Property(log)))
      let count = Derived { (holder.value?.value.entries.count ?? -1) + other.value }
      return (holder, count, Recorder(count.signal))
    }
    other.value = 1
    expect(held == nil, equals: false)
    holder.value = nil
    expect(held == nil, equals: true)
    other.value = 5
    expect(recorder.values, equals: [0, 1, 4])
    withExtendedLifetime(count) {}
  }

  @Test func `the readers keep the last value of a state that is released, and follow the others`() {
    let other = Property(10)
    let holder = HeldValue(Optional(Property(1)))
    let sum = Derived { (holder.value?.value ?? -1) + other.value }
    let log = Log<Int>()
    let effect = observe { log.append(sum.value) }
    holder.value = nil
    expect(sum.value, equals: 11)
    other.value = 20
    expect(sum.value, equals: 19)
    expect(log.entries, equals: [11, 19])
    withExtendedLifetime(effect) {}
  }

  @Test func `a collection that is released leaves its readers their value`() {
    let other = Property(10)
    let holder = HeldValue(Optional(ObservedArray([1, 2])))
    let sum = Derived { (holder.value?.count ?? -1) + other.value }
    expect(sum.value, equals: 12)
    holder.value = nil
    expect(sum.value, equals: 12)
    other.value = 20
    expect(sum.value, equals: 19)
  }

  @Test func `a state is released by the closure that has just read it`() {
    let log = Log<Int>()
    let trigger = Property(0)
    let effect = observe {
      // Each run makes a state and releases it. The next one may be at the same address.
      let made = Property(trigger.value)
      log.append(made.value + Property(100).value)
    }
    for value in 1...3 { trigger.value = value }
    expect(log.entries, equals: [100, 101, 102, 103])
    withExtendedLifetime(effect) {}
  }

  @Test func `a reader of many states leaves them in any order`() {
    let holder = HeldValue((0..<100).map { Property($0) })
    let trigger = Property(0)
    let sums = (0..<3).map { offset in
      Derived { trigger.value + holder.value.dropFirst(offset).reduce(0) { $0 + $1.value } }
    }
    expect(sums.map(\.value), equals: [4_950, 4_950, 4_949])
    while holder.value.count > 3 {
      holder.value.remove(at: (holder.value.count * 7) / 11)
      trigger.value += 1
      let values = holder.value.map(\.value)
      let expected = (0..<3).map { trigger.value + values.dropFirst($0).reduce(0, +) }
      expect(sums.map(\.value), equals: expected)
    }
  }

  private func reader(of property: Property<Int>?) -> Derived<Int> {
    Derived { [weak property] in property?.value ?? 0 }
  }

  @Test func `a state is released while another thread releases its readers`() {
    for _ in 0..<repetitions(5_000, quick: 500) {
      let state = HeldValue(Optional(Property(1)))
      let readers = HeldValue((0..<40).map { _ in reader(of: state.value) })
      expect(readers.value.reduce(0) { $0 + $1.value }, equals: 40)
      onThreads(2) { thread in
        if thread == 0 { state.value = nil } else { while !readers.value.isEmpty { readers.value.removeFirst() } }
      }
    }
  }

  @Test func `states are replaced while other threads read and set them`() {
    for round in 0..<repetitions(3_000, quick: 200) {
      let holder = HeldValue((0..<4).map { Property($0) })
      let replacements = Property(0)
      let sum = Derived { replacements.value * 0 + holder.value.reduce(0) { $0 + $1.value } }
      let log = Log<Int>()
      let effect = observe { log.append(sum.value) }
      onThreads(3) { thread in
        for step in 0..<20 {
          switch thread {
          case 0:
            holder.value[step % 4] = Property(step)
            replacements.value += 1
          case 1: holder.value[(step + 1) % 4].value = step
          default: _ = sum.value
          }
        }
      }
      holder.value[round % 4] = Property(round)
      replacements.value += 1
      let expected = holder.value.reduce(0) { $0 + $1.value }
      expect(sum.value, equals: expected)
      expect(log.take().last, equals: expected)
      effect.cancel()
    }
  }
}
