import Observation
import Signals
import SignalsKVO
import SignalsTesting
import Testing

/// K8: a property with a feed that runs while the property is observed.
@Suite("Property(whileObserved:)", .leavesNothing) struct FedPropertyTests {
  private final class Owner: Sendable {}

  /// A property that follows an input while it is observed, and logs when.
  private func fed(_ input: SignalInput<Int>, _ log: Log<String>) -> Property<Int> {
    Property(
      0,
      whileObserved: { property in
        log.append("start")
        return input.signal.handleEvents(onCancel: { log.append("stop") }).assign(to: property)
      })
  }

  @Test func `the feed starts for the first observer and stops after the last, repeatedly`() {
    let (input, log) = (SignalInput<Int>(), Log<String>())
    let property = fed(input, log)
    input.send(1)
    expect(property.value, equals: 0)
    let first = property.signal.subscribeValues { log.append("first \($0)") }
    let second = property.signal.subscribeValues { log.append("second \($0)") }
    input.send(2)
    first.cancel()
    input.send(3)
    second.cancel()
    input.send(4)
    expect(property.value, equals: 3)
    let third = property.signal.subscribeValues { log.append("third \($0)") }
    input.send(5)
    third.cancel()
    expect(
      log.entries,
      equals: [
        "first 0", "start", "second 0", "first 2", "second 2", "second 3", "stop",
        "third 3", "start", "third 5", "stop",
      ])
  }

  @Test func `a feed that sets at once emits after the current value`() {
    let property = Property(0, whileObserved: { property in Signal.of(1, 2).assign(to: property) })
    let recorder = Recorder(property.signal)
    expect(recorder.history, equals: ["0", "1", "2"])
    expect(property.value, equals: 2)
  }

  @Test func `an observer that removes itself in its first call doesn't leave the feed running (C6)`() {
    let (input, log) = (SignalInput<Int>(), Log<String>())
    let property = fed(input, log)
    let owner = Owner()
    property.addObserver(forOwner: owner, triggerImmediately: true) { owner, _, new in
      log.append("\(new)")
      property.removeObservers(forOwner: owner)
    }
    input.send(1)
    expect(property.value, equals: 0)
    expect(log.entries, equals: ["0"])
  }

  @Test func `an owner's observer, a part and a path count as observers`() {
    let (input, log) = (SignalInput<Int>(), Log<String>())
    let property = fed(input, log)
    let owner = Owner()
    property.subscribe(owner) { _, value in log.append("\(value)") }
    input.send(1)
    property.removeAllObservers()
    let part = property.part(\.self).signal.subscribeValues { log.append("part \($0)") }
    input.send(2)
    part.cancel()
    final class Holder {
      let property: Property<Int>
      init(_ property: Property<Int>) { self.property = property }
    }
    let holder = Holder(property)
    let observer = KeyValueObserver(holder, \.property.value) { _ in }
    observer.cancel()
    expect(log.entries, equals: ["start", "1", "stop", "part 1", "start", "part 2", "stop", "start", "stop"])
    withExtendedLifetime(owner) {}
  }

  @Test func `a binding of the property or of a part counts as an observer`() {
    let (input, log) = (SignalInput<Int>(), Log<String>())
    let property = fed(input, log)
    let copy = Property(9)
    let binding = bind(copy, to: property)
    input.send(1)
    let endpoint = property.signal.subscribeValues { log.append("\($0)") }
    binding.cancel()
    input.send(2)
    endpoint.cancel()
    expect(copy.value, equals: 1)
    let partial = bind(copy, to: property.part(\.self))
    input.send(3)
    expect(copy.value, equals: 3)
    partial.cancel()
    expect(log.entries, equals: ["start", "1", "2", "stop", "start", "stop"])
  }

  @Test func `an observed derived value counts as an observer, and a read or an unobserved one doesn't`() {
    let (input, log) = (SignalInput<Int>(), Log<String>())
    let property = fed(input, log)
    let double = property.derived { $0 * 2 }
    expect(double.value, equals: 0)
    expect(log.entries, equals: [])
    let endpoint = double.signal.subscribeValues { log.append("\($0)") }
    input.send(1)
    expect(property.observerCount, equals: 0)
    endpoint.cancel()
    input.send(2)
    expect(log.entries, equals: ["0", "start", "2", "stop"])
  }

  @Test func `the feed runs until the last observer of three derived values in a row leaves`() {
    let (input, log) = (SignalInput<Int>(), Log<String>())
    let property = fed(input, log)
    let first = property.derived { $0 + 1 }
    let second = first.derived { $0 + 1 }
    let third = second.derived { $0 + 1 }
    let outer = third.signal.subscribeValues { log.append("third \($0)") }
    let inner = first.signal.subscribeValues { log.append("first \($0)") }
    let direct = property.signal.subscribeValues { log.append("\($0)") }
    outer.cancel()
    input.send(1)
    direct.cancel()
    input.send(2)
    inner.cancel()
    input.send(3)
    expect(log.entries, equals: ["third 3", "start", "first 1", "0", "1", "first 2", "first 3", "stop"])
  }

  @Test func `the feed stops when the observed value reads another property, and starts when it is read again`() {
    let (input, log) = (SignalInput<Int>(), Log<String>())
    let property = fed(input, log)
    let middle = property.derived { $0 * 10 }
    let flag = Property(false)
    let shown = Derived { flag.value ? middle.value : -1 }
    let endpoint = shown.signal.subscribeValues { log.append("\($0)") }
    flag.value = true
    input.send(1)
    flag.value = false
    input.send(2)
    flag.value = true
    endpoint.cancel()
    expect(log.entries, equals: ["-1", "0", "start", "10", "-1", "stop", "10", "start", "stop"])
  }

  @Test func `a transaction that switches away and back neither stops nor starts the feed`() {
    let (input, log) = (SignalInput<Int>(), Log<String>())
    let property = fed(input, log)
    let flag = Property(true)
    let shown = Derived { flag.value ? property.value : -1 }
    let endpoint = shown.signal.subscribeValues { log.append("\($0)") }
    transaction {
      flag.value = false
      expect(shown.value, equals: -1)
      flag.value = true
    }
    transaction {
      flag.value = false
      log.append("inside")
    }
    endpoint.cancel()
    expect(log.entries, equals: ["0", "start", "inside", "-1", "stop"])
  }

  @Test func `the release of an observed derived value stops the feed; in the middle of a chain, the next change does`()
  {
    let (input, log) = (SignalInput<Int>(), Log<String>())
    let property = fed(input, log)
    var double: Derived<Int>? = property.derived { $0 * 2 }
    let recorder = double.map { Recorder($0.signal) }
    input.send(1)
    double = nil
    expect(recorder?.history, equals: ["0", "2", "|"])
    expect(log.entries, equals: ["start", "stop"])

    var middle: Derived<Int>? = property.derived { $0 * 3 }
    weak let observed = middle
    let outer = Derived { observed?.value ?? -1 }
    let endpoint = outer.signal.subscribeValues { log.append("\($0)") }
    middle = nil
    input.send(2)
    endpoint.cancel()
    expect(log.entries, equals: ["start", "stop", "3", "start", "-1", "stop"])
  }

  @Test func `the release of the property stops the feed while a derived value is observed`() {
    let (input, log) = (SignalInput<Int>(), Log<String>())
    var property: Property<Int>? = fed(input, log)
    weak let observed = property
    let shown = Derived { observed?.value ?? -1 }
    let endpoint = shown.signal.subscribeValues { log.append("\($0)") }
    property = nil
    expect(log.entries, equals: ["0", "start", "stop"])
    endpoint.cancel()
    expect(log.entries, equals: ["0", "start", "stop"])
  }

  @MainActor
  @Test func `an effect, a computed value and a path through a derived value count as observers`() {
    let (input, log) = (SignalInput<Int>(), Log<String>())
    let property = fed(input, log)
    let effect = observe { log.append("run \(property.value)") }
    input.send(1)
    effect.cancel()
    final class Model {
      let property: Property<Int>
      let double: Derived<Int>
      lazy var total = Computed { [unowned self] in double.value + 1 }
      init(_ property: Property<Int>) {
        self.property = property
        double = property.derived { $0 * 2 }
      }
    }
    let model = Model(property)
    let observer = KeyValueObserver(model, \.total.value) { log.append("\($0.newValue ?? 0)") }
    input.send(2)
    observer.cancel()
    input.send(3)
    expect(log.entries, equals: ["run 0", "start", "run 1", "stop", "start", "3", "5", "stop"])
  }

  @Test func `a tracked value counts as an observer until it changes, directly and through a derived value (K10)`() {
    let (input, log) = (SignalInput<Int>(), Log<String>())
    let property = fed(input, log)
    let double = property.derived { $0 * 2 }
    for read in [{ property.value }, { double.value }] {
      _ = withObservationTracking(read) { log.append("changed") }
      input.send(property.value)
      input.send(property.value + 1)
    }
    expect(log.entries.filter { $0 != "changed" }, equals: ["start", "stop", "start", "stop"])
    expect(log.entries.filter { $0 == "changed" }.count, equals: 2)
  }

  @Test func `reads of the feed are no inputs of the closure that subscribes`() {
    let (other, log) = (Property(1), Log<String>())
    let property = Property(
      0,
      whileObserved: { property in
        property.value = other.value
        return Signal<Int>.never().assign(to: property)
      })
    let endpoint = observe {
      log.append("run")
      property.signal.subscribeValues { log.append("\($0)") }.cancel()
    }
    other.value = 2
    expect(log.entries.filter { $0 == "run" }.count, equals: 1)
    withExtendedLifetime(endpoint) {}
  }

  @Test func `a feed that sets at once emits to the observer of a derived value`() {
    let property = Property(0, whileObserved: { property in Signal.of(1, 2).assign(to: property) })
    let double = property.derived { $0 * 2 }
    let recorder = Recorder(double.signal)
    expect(recorder.history.first, equals: "0")
    expect(recorder.history.last, equals: "4")
  }

  @Test func `observers that come and go on several threads start and stop the feed in turn, and leave it stopped`() {
    final class Feed: Cancellable {
      let endpoint: Endpoint
      let log: Log<String>

      init(_ endpoint: Endpoint, _ log: Log<String>) {
        self.endpoint = endpoint
        self.log = log
        log.append("start")
      }

      func cancel() {
        endpoint.cancel()
        log.append("stop")
      }
    }
    let (input, log) = (SignalInput<Int>(), Log<String>())
    let property = Property(0, whileObserved: { Feed(input.signal.assign(to: $0), log) })
    let flag = Property(0)
    let values = (0..<4).map { index in Derived { flag.value % 4 == index ? -1 : property.value + index } }
    onThreads(4) { index in
      for round in 0..<200 {
        let endpoint = values[index].signal.subscribeValues { _ in }
        flag.value = round + index
        input.send(round)
        endpoint.cancel()
      }
    }
    // A queue may still be carrying out a cancellation that a busy thread has left.
    waitUntil { log.entries.count.isMultiple(of: 2) }
    let entries = log.entries
    expect(entries.count % 2, equals: 0)
    expect(entries.enumerated().allSatisfy { $1 == ($0 % 2 == 0 ? "start" : "stop") })
    let before = property.value
    input.send(before + 1)
    expect(property.value, equals: before)
  }

  @Test func `the first value is delivered synchronously while a handler runs on another thread (C12)`() {
    let (input, log) = (SignalInput<Int>(), Log<String>())
    let property = fed(input, log)
    let bag = CancellableBag()
    let isOver = Gate()
    property.signal.subscribeValues { value in
      guard value == 1 else { return }
      onAnotherThread {
        property.signal.subscribeValues { value in
          log.append("\(value)")
          if value == 2 { isOver.open() }
        }.store(in: bag)
        log.append("subscribed")
        property.value = 2
      }
      log.append("handler returns")
    }.store(in: bag)
    input.send(1)
    isOver.wait()
    bag.cancel()
    expect(log.entries.prefix(5), equals: ["start", "1", "subscribed", "handler returns", "2"])
  }

  @Test func `an observed property is released in spite of its feed's reference, and its feed is cancelled`() {
    let input = SignalInput<Int>()
    var property: Property<Int>? = Property(
      0, whileObserved: { property in input.signal.subscribeValues { property.value = $0 } })
    weak let gone = property
    let recorder = property.map { Recorder($0.signal) }
    input.send(1)
    property = nil
    expect(gone == nil)
    input.send(2)
    expect(recorder?.history, equals: ["0", "1", "|"])
  }

  @Test func `an observer that leaves in its first call starts and stops the feed`() {
    let (input, log) = (SignalInput<Int>(), Log<String>())
    let property = fed(input, log)
    let endpoint = property.signal.subscribeWhile { _ in false }
    expect(!endpoint.isActive)
    expect(property.observerCount, equals: 0)
    let recorder = Recorder(property.signal)
    input.send(1)
    expect(recorder.history, equals: ["0", "1"])
    expect(log.entries.last, equals: "start")
  }
}
