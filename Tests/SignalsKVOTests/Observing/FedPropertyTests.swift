import Signals
import SignalsKVO
import SignalsTesting
import Testing

/// K8: a property that is fed while it is observed.
@Suite("Property(whileObserved:)", .leavesNothing) struct FedPropertyTests {
  private final class Owner: Sendable {}

  /// A property that follows an input while it is observed, and says when.
  private func fed(_ input: SignalInput<Int>, _ log: Log<String>) -> Property<Int> {
    Property(
      0,
      whileObserved: { property in
        log.append("start")
        return input.signal.handleEvents(onCancel: { log.append("stop") }).assign(to: property)
      })
  }

  @Test func `it starts for the first observer and stops after the last, again and again`() {
    let (input, log) = (SignalInput<Int>(), Log<String>())
    let property = fed(input, log)
    input.send(1)
    #expect(property.value == 0)
    let first = property.signal.subscribeValues { log.append("first \($0)") }
    let second = property.signal.subscribeValues { log.append("second \($0)") }
    input.send(2)
    first.cancel()
    input.send(3)
    second.cancel()
    input.send(4)
    #expect(property.value == 3)
    let third = property.signal.subscribeValues { log.append("third \($0)") }
    input.send(5)
    third.cancel()
    #expect(
      log.entries == [
        "first 0", "start", "second 0", "first 2", "second 2", "second 3", "stop",
        "third 3", "start", "third 5", "stop",
      ])
  }

  @Test func `a feed that sets at once is heard after the current value`() {
    let property = Property(0, whileObserved: { property in Signal.of(1, 2).assign(to: property) })
    let recorder = Recorder(property.signal)
    #expect(recorder.history == ["0", "1", "2"])
    #expect(property.value == 2)
  }

  @Test func `an owner's observer, a part and a path count`() {
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
    #expect(log.entries == ["start", "1", "stop", "part 1", "start", "part 2", "stop", "start", "stop"])
    withExtendedLifetime(owner) {}
  }

  @Test func `a binding counts, of the property and of a part`() {
    let (input, log) = (SignalInput<Int>(), Log<String>())
    let property = fed(input, log)
    let copy = Property(9)
    let binding = bind(copy, to: property)
    input.send(1)
    let endpoint = property.signal.subscribeValues { log.append("\($0)") }
    binding.cancel()
    input.send(2)
    endpoint.cancel()
    #expect(copy.value == 1)
    let partial = bind(copy, to: property.part(\.self))
    input.send(3)
    #expect(copy.value == 3)
    partial.cancel()
    #expect(log.entries == ["start", "1", "2", "stop", "start", "stop"])
  }

  @Test func `reading it, and a derived value alone, doesn't start it`() {
    let (input, log) = (SignalInput<Int>(), Log<String>())
    let property = fed(input, log)
    let double = property.derived { $0 * 2 }
    let recorder = Recorder(double.signal)
    property.value = 1
    #expect(recorder.history == ["0", "2"])
    #expect(log.entries == [])
    #expect(property.observerCount == 0)
  }

  @Test func `it is released while it is observed, though the feed refers to it, and its feed is cancelled`() {
    let input = SignalInput<Int>()
    var property: Property<Int>? = Property(
      0, whileObserved: { property in input.signal.subscribeValues { property.value = $0 } })
    weak let gone = property
    let recorder = property.map { Recorder($0.signal) }
    input.send(1)
    property = nil
    #expect(gone == nil)
    input.send(2)
    #expect(recorder?.history == ["0", "1", "|"])
  }

  @Test func `an observer that leaves in its first call starts and stops it`() {
    let (input, log) = (SignalInput<Int>(), Log<String>())
    let property = fed(input, log)
    let endpoint = property.signal.subscribeWhile { _ in false }
    #expect(!endpoint.isActive)
    #expect(property.observerCount == 0)
    let recorder = Recorder(property.signal)
    input.send(1)
    #expect(recorder.history == ["0", "1"])
    #expect(log.entries.last == "start")
  }
}
