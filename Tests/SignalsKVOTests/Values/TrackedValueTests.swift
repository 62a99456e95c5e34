import Observation
import Signals
import SignalsKVO
import SignalsTesting
import Testing

/// K10: Swift Observation tracks the observable values of this module.
@Suite("Swift Observation tracks observable values", .leavesNothing) struct TrackedValueTests {
  private let log = Log<String>()

  private func track<Value>(_ read: () -> Value) -> Value {
    withObservationTracking(read) { [log] in log.append("changed") }
  }

  @Test func `a tracked property is reported once for each tracking`() {
    let count = Property(1)
    expect(track { count.value }, equals: 1)
    expect(log.entries.isEmpty)
    count.value = 2
    count.value = 3
    expect(log.entries, equals: ["changed"])
    expect(track { count.value }, equals: 3)
    count.modify { $0 += 1 }
    expect(log.entries, equals: ["changed", "changed"])
  }

  @Test func `a tracking of a value that never changes ends with the value`() {
    final class Program: Sendable {}
    weak let tracked: Program?
    do {
      let (count, array) = (Property(1), ObservedArray([1]))
      let double = count.derived { $0 * 2 }
      let program = Program()
      tracked = program
      withObservationTracking {
        _ = (count.value, double.value, array.count, count.part(\.self).value, count.value)
      } onChange: {
        withExtendedLifetime(program) {}
      }
      expect(tracked != nil)
    }
    expect(tracked == nil)
  }

  @Test func `a change on the way back is reported, if the value was tracked within the transaction (K10, C11)`() {
    let count = Property(0)
    let double = count.derived { $0 * 2 }
    _ = track { double.value }
    transaction {
      count.value = 1
      expect(track { double.value }, equals: 2)
      count.value = 0
    }
    expect(log.entries.isEmpty == false)
  }

  @Test func `a tracking is not lost when another one begins before a change is told (K10, C11)`() {
    let count = Property(0)
    let double = count.derived { $0 * 2 }
    _ = track { double.value }
    transaction {
      count.value = 1
      withObservationTracking {
        expect(double.value, equals: 2)
      } onChange: {
      }
    }
    expect(log.entries, equals: ["changed"])
  }

  @Test func `a change back in a handler is reported, if the value was tracked before (K10)`() {
    let count = Property(0)
    let double = count.derived { $0 * 2 }
    withObservationTracking {
      expect(double.value, equals: 0)
    } onChange: {
    }
    let endpoint = count.signal.dropFirst(1).subscribeValues { value in
      guard value == 1 else { return }
      expect(track { double.value }, equals: 2)
      count.value = 0
    }
    count.value = 1
    expect(double.value, equals: 0)
    expect(log.entries, equals: ["changed"])
    endpoint.cancel()
  }

  @Test func `repeated reads in one transaction are reported once for each tracking`() {
    let count = Property(0)
    let double = count.derived { $0 * 2 }
    transaction {
      count.value = 1
      for _ in 0..<3 { expect(track { double.value + double.value }, equals: 4) }
      count.value = 2
    }
    expect(log.entries, equals: ["changed", "changed", "changed"])
    count.value = 3
    expect(log.entries.count, equals: 3)
    expect(double.observerCount, equals: 0)
  }

  @Test @MainActor func `a change by another thread during the tracked closure is reported when that has ended (K10)`()
    async
  {
    let count = Property(0)
    withObservationTracking {
      _ = count.value
      onAnotherThread { count.value = 1 }
    } onChange: { [log] in
      log.append("changed")
    }
    expect(log.entries.isEmpty)
    for _ in 0..<100_000 where log.entries.isEmpty { await letOthersGoOn() }
    expect(log.entries, equals: ["changed"])
  }

  @Test @MainActor
  func `a derived value is reported that tells another thread's change while it is read, and that changes again (K10)`()
    async
  {
    let count = Property(0)
    let waits = Guarded(false)
    let (isSet, isRunning, isSettled, goOn) = (Gate(), Gate(), Gate(), Gate())
    let double = Derived {
      let value = count.value
      if waits.change({ swapped(&$0, with: false) }) {
        isRunning.open()
        // The turn of the other thread settles while this one computes, so this one tells the observers.
        isSettled.wait()
      }
      return value * 2
    }
    withObservationTracking {
      expect(double.value, equals: 0)
      let other = startThread {
        waits.change { $0 = true }
        transaction {
          count.value = 1
          isSet.open()
          isRunning.wait()
        }
        isSettled.open()
        goOn.wait()
        count.value = 5
      }
      isSet.wait()
      expect(double.value, equals: 2)
      goOn.open()
      other.wait()
    } onChange: { [log] in
      log.append("changed")
    }
    for _ in 0..<100_000 where log.entries.isEmpty { await letOthersGoOn() }
    expect(log.entries, equals: ["changed"])
  }

  @Test func `what is read in an untracked closure is not tracked (K8, K10)`() {
    final class Model: Observable { @Observed var count = 0 }
    let (property, list, model) = (Property((first: 1, second: 1)), ObservedArray([1]), Model())
    let (derived, part) = (Derived { property.value.first * 2 }, property.part(\.first))
    // The trackers of these values are there already, as after an earlier tracking.
    _ = track { "\(property.value) \(list.value) \(model.count) \(derived.value) \(part.value)" }
    property.value.first = 2
    expect(log.take(), equals: ["changed"])
    let other = Property(0)
    func text() -> String { "\(property.value.first) \(list.value) \(model.count) \(derived.value) \(part.value)" }
    expect(track { untracked { text() } + " \(other.value)" }, equals: "2 [1] 0 4 2 0")
    property.value.first = 3
    list.append(2)
    model.count = 1
    expect(log.entries, equals: [])
    other.value = 1
    expect(log.take(), equals: ["changed"])
    // Later reads are tracked again.
    _ = track { untracked { other.value } + property.value.first }
    property.value.first = 4
    expect(log.entries, equals: ["changed"])
  }

  @Test func `a property that was not read is not tracked`() {
    let (count, other) = (Property(1), Property(1))
    _ = track { count.value }
    _ = other.value
    other.value = 2
    expect(log.entries.isEmpty)
    _ = count.value
    count.value = 2
    expect(log.entries, equals: ["changed"])
  }

  @Test func `a tracked derived value is observed until it changes`() {
    let count = Property(1)
    let isEven = Derived { count.value.isMultiple(of: 2) }
    expect(track { isEven.value }, equals: false)
    count.value = 3
    expect(log.entries.isEmpty)
    count.value = 4
    expect(log.entries, equals: ["changed"])
    count.value = 5
    expect(log.entries, equals: ["changed"])
    expect(isEven.value, equals: false)
  }

  @Test func `a tracked part of a property is not reported for another part`() {
    struct Settings {
      var name = "Ada"
      var size = 1
      var tags: [String] = []
    }
    let settings = Property(Settings())
    expect(track { settings.part(\.name).value }, equals: "Ada")
    settings.part(\.size).value = 2
    settings.value.tags = ["a"]
    settings.part(\.name).value = "Ada"
    expect(log.entries.isEmpty)
    settings.part(\.name).value = "Grace"
    settings.part(\.name).value = "Alan"
    expect(log.entries, equals: ["changed"])
    expect(track { settings.part(\.name).value }, equals: "Alan")
    settings.value = Settings(name: "Barbara")
    expect(log.entries, equals: ["changed", "changed"])
  }

  @Test func `several tracked parts, and the whole, are each reported once`() {
    let pair = Property((1, 2))
    let (first, second) = (pair.part(\.0), pair.part(\.1))
    _ = track { first.value + second.value }
    second.value = 3
    first.value = 3
    expect(log.entries, equals: ["changed"])
    _ = track { first.value }
    _ = track { pair.value.0 }
    second.value = 4
    expect(log.entries, equals: ["changed", "changed"])
    first.value = 4
    expect(log.entries, equals: ["changed", "changed", "changed"])
  }

  @Test func `a tracked part of a part, directly and through a derived value, is reported once`() {
    struct User { var name = "Ada" }
    struct Settings {
      var user = User()
      var size = 1
    }
    let settings = Property(Settings())
    let name = settings.part(\.user).part(\.name)
    let greeting = Derived { "Hello \(name.value)" }
    expect(track { name.value }, equals: "Ada")
    expect(track { greeting.value }, equals: "Hello Ada")
    settings.part(\.size).value = 2
    expect(log.entries.isEmpty)
    name.value = "Grace"
    expect(log.entries, equals: ["changed", "changed"])
    // A tracked part counts as observed until it changes.
    expect(settings.observerCount, equals: 0)
  }

  @Test func `a part that many threads have tracked is reported once`() {
    let pair = Property((0, 0))
    onThreads(4) { index in
      for _ in 0..<50 {
        withObservationTracking {
          _ = pair.part(index.isMultiple(of: 2) ? \.0 : \.1).value
        } onChange: {
        }
      }
    }
    _ = track { pair.part(\.0).value }
    pair.part(\.0).value = 1
    expect(log.entries, equals: ["changed"])
  }

  @Test func `two trackings of one value are both reported`() {
    let count = Property(1)
    _ = track { count.value }
    _ = track { count.value }
    count.value = 2
    expect(log.entries, equals: ["changed", "changed"])
  }

  @Test @MainActor func `a tracked computed value is reported when its result changes`() {
    final class Person {
      @Observed var name = "Ada"
      lazy var greeting = Computed { [unowned self] in "Hello \(name)" }
    }
    let person = Person()
    expect(track { person.greeting.value }, equals: "Hello Ada")
    person.name = "Ada"
    expect(log.entries.isEmpty)
    person.name = "Grace"
    expect(log.entries, equals: ["changed"])
    expect(person.greeting.value, equals: "Hello Grace")
  }

  @Test func `tracked collections are reported once for each tracking`() {
    let (numbers, names) = (ObservedArray([1]), ObservedDictionary(["a": 1]))
    expect(track { numbers.value }, equals: [1])
    expect(track { names.value }, equals: ["a": 1])
    numbers.append(2)
    names["b"] = 2
    numbers.append(3)
    expect(log.entries, equals: ["changed", "changed"])
    expect(track { numbers.count }, equals: 3)
    expect(track { names["b"] }, equals: 2)
    numbers.removeLast()
    names["b"] = 3
    expect(log.entries, equals: ["changed", "changed", "changed", "changed"])
  }

  @Test func `the release of a tracked value is not reported`() {
    var count: Property<Int>? = Property(1)
    _ = track { count?.value }
    count = nil
    expect(log.entries.isEmpty)
  }

  @Test func `a derived value is tracked as one value, without its inputs`() {
    let (first, second) = (Property(1), Property(2))
    let larger = Derived { max(first.value, second.value) }
    expect(track { larger.value }, equals: 2)
    first.value = 2
    expect(log.entries.isEmpty)
    second.value = 5
    expect(log.entries, equals: ["changed"])
  }
}
