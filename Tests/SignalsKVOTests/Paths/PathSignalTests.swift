import SignalsKVO
import SignalsTesting
import Testing

/// C12, K2, K4: signals of paths and of properties.
@Suite("Signals of paths and properties", .leavesNothing) struct PathSignalTests {
  let person = Person("Ada", "Byron")

  @Test func `a signal emits the current value, then every change, and finishes with the object`() {
    var person: Person? = Person("Ada")
    let recorders = person.map {
      [Recorder(Signal.keyValueObserving($0, \.firstName)), Recorder($0.$firstName.signal)]
    }
    person?.firstName = "Grace"
    person?.firstName = "Grace"
    person = nil
    for recorder in recorders ?? [] { expect(recorder.history, equals: ["Ada", "Grace", "Grace", "|"]) }
  }

  @Test func `a later subscriber gets the value of that time, and after the end only the end`() {
    var person: Person? = Person("Ada")
    let signals = person.map { [Signal.keyValueObserving($0, \.firstName), $0.$firstName.signal] } ?? []
    for signal in signals {
      let first = Recorder(signal)
      person?.firstName = "Grace"
      let second = Recorder(signal)
      person?.firstName = "Ada"
      expect(first.history, equals: ["Ada", "Grace", "Ada"])
      expect(second.history, equals: ["Grace", "Ada"])
    }
    person = nil
    for signal in signals { expect(Recorder(signal).history, equals: ["|"]) }
  }

  @Test func `the current value includes sets from before the first subscription`() {
    let signal = Signal.keyValueObserving(person, \.fullName)
    person.firstName = "Augusta"
    expect(Recorder(signal).history, equals: ["Augusta Byron"])
  }

  @Test func `a nil on the path is a value, not the end (K3)`() {
    let boss = Person("Boss")
    let recorder = Recorder(Signal.keyValueObserving(person, \.manager?.firstName))
    person.manager = boss
    person.manager = nil
    expect(recorder.values, equals: [nil, "Boss", nil])
    expect(recorder.end == nil)
  }

  @Test func `a subscription on another thread reads no object (C13)`() {
    let signal = Signal.keyValueObserving(person, \.fullName)
    let recorders = Log<Recorder<String>>()
    onAnotherThread { recorders.append(Recorder(signal)) }
    person.firstName = "Augusta"
    expect(recorders.entries.map(\.values), equals: [["Ada Byron", "Augusta Byron"]])
  }

  @Test func `an observation lives as long as its signal or a subscription (C8)`() {
    let released = Log<String>()
    let mark = Guarded<Tracked?>(Tracked("mark", released))
    var signal: Signal<String>? = Signal.keyValueObserving(person, \.firstName)
    var endpoint = signal.map { signal in
      let captured = mark.change { swapped(&$0, with: nil) }
      return signal.subscribeValues { _ in captured?.touch() }
    }
    signal = nil
    let recorder = Recorder(person.$firstName.signal)
    person.firstName = "Augusta"
    expect(recorder.values, equals: ["Ada", "Augusta"])
    expect(released.entries, equals: [])
    endpoint = nil
    expect(released.entries, equals: ["mark released"])
    _ = (signal, endpoint)
  }

  @Test func `a signal does not retain an object that it emits (K6)`() {
    final class Holder {
      @Observed var item: Tracked?
      @WeakObserved var weakItem: Tracked?
    }
    let released = Log<String>()
    let holder = Holder()
    let signals = [
      holder.$item.signal, Signal.keyValueObserving(holder, \.item), holder.$weakItem.signal,
      Signal.keyValueObserving(holder, \.weakItem),
    ]
    let received = Log<Bool>()
    let endpoints = signals.map { $0.subscribeValues { received.append($0 != nil) } }
    do {
      let item = Tracked("item", released)
      holder.weakItem = item
      holder.item = item
    }
    expect(released.entries, equals: [])
    holder.item = nil
    expect(released.entries, equals: ["item released"])
    expect(received.entries, equals: [false, false, false, false, true, true, true, true, false, false])
    expect(holder.weakItem == nil)
    withExtendedLifetime(endpoints) {}
  }

  @Test func `the signal of a weak property emits nil at the death of its object (K5)`() {
    final class Node: @unchecked Sendable { @Observed var name = "" }
    final class Holder { @WeakObserved var node: Node? }
    let holder = Holder()
    let recorders = [Recorder(holder.$node.signal), Recorder(Signal.keyValueObserving(holder, \.node))]
    var node: Node? = Node()
    holder.node = node
    // A recorder retains the values that it records.
    for recorder in recorders {
      expect(recorder.values.map { $0 == nil }, equals: [true, false])
      recorder.clear()
    }
    node = nil
    for recorder in recorders { expect(recorder.values.map { $0 == nil }, equals: [true]) }
  }

  @Test func `a new subscriber gets nil for an object that has died (K6)`() {
    final class Holder { @WeakObserved var item: Tracked? }
    let holder = Holder()
    let signal = Signal.keyValueObserving(holder, \.item)
    do {
      let item = Tracked {}
      holder.item = item
      expect(Recorder(signal).values.map { $0 == nil }, equals: [false])
    }
    expect(Recorder(signal).values.map { $0 == nil }, equals: [true])
  }

  @Test func `a handler's set follows the current event (C4)`() {
    let log = Log<String>()
    let signal = person.$firstName.signal
    let box = Unshared(person)
    let first = signal.subscribeValues { name in
      log.append("a \(name)")
      if name == "1" { box.value.firstName = "2" }
    }
    let second = signal.subscribeValues { log.append("b \($0)") }
    person.firstName = "1"
    expect(log.entries, equals: ["a Ada", "b Ada", "a 1", "b 1", "a 2", "b 2"])
    withExtendedLifetime((first, second)) {}
  }

  // MARK: - Joins

  @Test func `a join of two signals of one set emits once, with both values (C10)`() {
    let recorder = Recorder(
      combineLatest(person.$firstName.signal, Signal.keyValueObserving(person, \.fullName)).map { "\($0): \($1)" })
    person.firstName = "Augusta"
    person.lastName = "King"
    expect(recorder.history, equals: ["Ada: Ada Byron", "Augusta: Augusta Byron", "Augusta: Augusta King"])
  }

  @Test func `a join emits once for a set in a handler, too (C10, C4)`() {
    let recorder = Recorder(
      combineLatest(person.$firstName.signal, Signal.keyValueObserving(person, \.fullName)).map { "\($0): \($1)" })
    let observer = KeyValueObserver(person, \.tags, options: []) { _ in
      person.firstName = "Augusta"
      person.lastName = "King"
    }
    person.tags = ["x"]
    expect(recorder.history, equals: ["Ada: Ada Byron", "Augusta: Augusta Byron", "Augusta: Augusta King"])
    observer.cancel()
  }

  @Test func `a join emits once for a transaction, after the last set (C11)`() {
    let person = person
    let log = Log<String>()
    let first = person.$firstName.signal.subscribeValues { log.append("first \($0)") }
    let full = Signal.keyValueObserving(person, \.fullName).subscribeValues { log.append("full \($0)") }
    let both = combineLatest(
      person.$firstName.signal, person.$lastName.signal, Signal.keyValueObserving(person, \.fullName)
    )
    .subscribeValues { log.append("\($0) \($1): \($2)") }
    _ = log.take()
    transaction {
      person.firstName = "A."
      person.firstName = "Augusta"
      person.lastName = "King"
      log.append("end")
    }
    expect(
      log.entries.filter { !$0.contains(":") }, equals: ["first A.", "first Augusta", "end", "full Augusta King"])
    expect(log.entries.filter { $0.contains(":") }, equals: ["Augusta King: Augusta King"])
    withExtendedLifetime((first, full, both)) {}
  }

  @Test func `two transactions are two turns (C10)`() {
    let recorder = Recorder(
      combineLatest(person.$lastName.signal, Signal.keyValueObserving(person, \.fullName)).map { "\($0): \($1)" })
    for name in ["King", "Lovelace"] {
      transaction {
        person.firstName = "Augusta"
        person.lastName = name
      }
    }
    expect(recorder.history, equals: ["Byron: Ada Byron", "King: Augusta King", "Lovelace: Augusta Lovelace"])
  }
}
