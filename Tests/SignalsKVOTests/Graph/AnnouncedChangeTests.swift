import Observation
import Signals
import SignalsTesting
import Testing

@testable import SignalsKVO

/// K8, K10: values in a row above an `@Observable` object, from the announcement of a change until the store is known.
@Suite("K10 Values above an object that has just changed", .leavesNothing) @MainActor struct AnnouncedChangeTests {
  @Observable @MainActor fileprivate final class Model { var count = 0 }
  @Observable fileprivate final class SharedModel: @unchecked Sendable { var count = 0 }

  private let runs = Counter()
  private let length = 12

  /// A row of computed values above the object.
  private func row(above model: Model) -> [Computed<Int>] {
    var row = [
      Computed { [runs] in
        runs.add()
        return model.count
      }
    ]
    while row.count < length {
      let last = row[row.count - 1]
      row.append(
        Computed { [runs] in
          runs.add()
          return last.value + 1
        })
    }
    return row
  }

  /// The number of runs of closures for one level of a row.
  private func runsOfLevel(_ read: () -> Void) -> Int {
    let before = runs.count
    read()
    return (runs.count - before + length - 1) / length
  }

  @Test(arguments: [false, true])
  func `each read of a row runs each closure a few times, and agrees with the object`(_ isObserved: Bool) async {
    let model = Model()
    let row = row(above: model)
    let last = row[length - 1]
    let log = Log<Int>()
    let endpoint = isObserved ? observe { log.append(last.value) } : nil
    expect(last.value, equals: length - 1)
    await mainQueueIsIdle()
    for count in 1...3 {
      model.count = count
      for _ in 0..<3 {
        let runs = runsOfLevel { expect(last.value, equals: length - 1 + count) }
        expect(runs <= 2)
      }
    }
    transaction {
      model.count = 4
      let runs = runsOfLevel { expect(last.value, equals: length + 3) }
      expect(runs <= 2)
    }
    let before = runs.count
    await mainQueueIsIdle()
    expect(runs.count - before <= 4 * length)
    let runs = runsOfLevel { expect(last.value, equals: length + 3) }
    expect(runs <= 2)
    expect(runsOfLevel { _ = last.value }, equals: 0)
    expect(log.entries, equals: (isObserved ? [length - 1, length + 3] : []))
    endpoint?.cancel()
  }

  @Test func `values that each read two of the level below run a few times`() async {
    let model = Model()
    var level = [row(above: model)[0], row(above: model)[0]]
    for _ in 0..<(length / 2) {
      let (first, second) = (level[0], level[1])
      level = [1, -1].map { sign in
        Computed { [runs] in
          runs.add()
          return first.value + sign * second.value
        }
      }
    }
    let last = level[0]
    expect(last.value, equals: 0)
    await mainQueueIsIdle()
    model.count = 1
    for _ in 0..<2 {
      let runs = runsOfLevel { expect(last.value, equals: 1 << (length / 4)) }
      expect(runs <= 3)
    }
    await mainQueueIsIdle()
  }

  @Test func `each read by an effect agrees with an object that the effect changes`() async {
    let model = Model()
    let last = row(above: model)[length - 1]
    expect(last.value, equals: length - 1)
    let (trigger, log) = (Property(0), Log<Int>())
    // Its own changes run it again, and then it makes none.
    var done = 0
    let endpoint = observe {
      if trigger.value == done { return }
      done = trigger.value
      for count in 0..<3 {
        model.count = count * done
        log.append(last.value)
      }
    }
    for number in 1...2 {
      expect(runsOfLevel { trigger.value = number } <= 8)
      expect(log.take(), equals: [0, number, 2 * number].map { $0 + length - 1 })
      await mainQueueIsIdle()
      expect(log.take(), equals: [])
    }
    endpoint.cancel()
  }

  @Test func `a closure that sets another value runs a few times`() async {
    let (model, setCount) = (Model(), Property(0))
    let double = Computed { [runs] in
      runs.add()
      setCount.modify { $0 += 1 }
      return model.count * 2
    }
    let next = Computed { double.value + 1 }
    expect(next.value, equals: 1)
    await mainQueueIsIdle()
    let before = runs.count
    model.count = 1
    expect(next.value, equals: 3)
    expect(next.value, equals: 3)
    expect(runs.count - before <= 8)
    await mainQueueIsIdle()
  }

  @Test func `collections that follow from each other run a few times`() async {
    final class Item: Sendable { let model: Model; init(_ model: Model) { self.model = model } }
    let items = [Item(Model()), Item(Model()), Item(Model())]
    var array = ObservedArray(items).filtered(on: .main) { [runs] item in
      runs.add()
      return item.model.count.isMultiple(of: 2)
    }
    for _ in 1..<length { array = array.limited(to: 10) }
    let last = array
    expect(last.count, equals: 3)
    await mainQueueIsIdle()
    for count in 1...4 {
      let before = runs.count
      items[1].model.count = count
      expect(last.value.count, equals: count.isMultiple(of: 2) ? 3 : 2)
      expect(last.count, equals: count.isMultiple(of: 2) ? 3 : 2)
      expect(runs.count - before <= 8)
    }
    await mainQueueIsIdle()
    expect(last.count, equals: 3)
  }

  /// Nothing tells of the store of another thread, so each later read runs the closures.
  @Test func `each read of a row above an object that another thread has changed runs each closure a few times`() {
    let model = SharedModel()
    var last = Derived { [runs] in
      runs.add()
      return model.count
    }
    for _ in 1..<length {
      let input = last
      last = Derived { [runs] in
        runs.add()
        return input.value + 1
      }
    }
    expect(last.value, equals: length - 1)
    for count in 1...3 {
      onAnotherThread { model.count = count }
      for _ in 0..<3 {
        let runs = runsOfLevel { expect(last.value, equals: length - 1 + count) }
        expect(runs <= 2)
      }
    }
  }

  /// Another thread is running the closure of the first value, which has read the object.
  @Test func `a row above a value that another thread computes runs each closure a few times`() {
    let (model, source) = (SharedModel(), Property(0))
    let (isRunning, mayEnd, isHeld) = (Gate(), Gate(), Guarded(false))
    let first = Derived {
      let sum = model.count + source.value
      let waits = isHeld.change { isHeld in
        defer { isHeld = false }
        return isHeld
      }
      if waits {
        isRunning.open()
        mayEnd.wait()
      }
      return sum
    }
    var last = first
    for _ in 0..<length {
      let input = last
      last = Derived { [runs] in
        runs.add()
        return input.value + 1
      }
    }
    expect(last.value, equals: length)
    isHeld.change { $0 = true }
    source.value = 1
    let reader = startThread { expect(first.value, equals: 1) }
    isRunning.wait()
    for _ in 0..<2 {
      let runs = runsOfLevel { expect(last.value, equals: length + 1) }
      expect(runs <= 4)
    }
    mayEnd.open()
    reader.wait()
    expect(last.value, equals: length + 1)
    source.value = 2
    expect(last.value, equals: length + 2)
  }
}
