import Signals
import SignalsKVO
import SignalsTesting
import Testing

/// K8: a single observable value.
@Suite("Property", .leavesNothing) struct PropertyTests {
  @Test func `the signal emits the current value and then every change, also to an equal value`() {
    let count = Property(1)
    count.value = 2
    let recorder = Recorder(count.signal)
    count.value = 3
    count.value = 3
    expect(recorder.history, equals: ["2", "3", "3"])
    expect(count.value, equals: 3)
  }

  @Test func `the release of a property finishes its signal, which doesn't retain it`() {
    var count: Property<Int>? = Property(1)
    let signal = count?.signal
    let recorder = signal.map { Recorder($0) }
    count = nil
    expect(recorder?.history, equals: ["1", "|"])
    expect(signal.map { Recorder($0).history }, equals: ["|"])
  }

  @Test func `the value is released with the property, even if its signal is retained`() {
    let log = Log<String>()
    var property: Property<Tracked>? = Property(Tracked("value", log))
    let signal = property?.signal
    property = nil
    expect(log.entries, equals: ["value released"])
    withExtendedLifetime(signal) {}
  }

  @Test func `the former value is released by the set that replaces it, and may be read by its deinit`() {
    let log = Log<String>()
    let held = Property<Tracked?>(nil)
    held.value = Tracked { [weak held] in log.append(held?.value == nil ? "released" : "released too early") }
    held.value = nil
    log.append("set")
    expect(log.entries, equals: ["released", "set"])
  }

  @Test func `a handler reads back its own set, and all observers receive it after the current event (C4)`() {
    let count = Property(0)
    let log = Log<String>()
    let endpoints = CancellableBag()
    count.signal.subscribeValues { value in
      log.append("first \(value)")
      guard value == 1 else { return }
      count.value = 2
      count.value += 1
      log.append("reads \(count.value)")
    }.store(in: endpoints)
    count.signal.subscribeValues { log.append("second \($0)") }.store(in: endpoints)
    count.value = 1
    expect(
      log.entries,
      equals: [
        "first 0", "second 0", "first 1", "reads 3", "second 1", "first 2", "second 2", "first 3", "second 3",
      ])
  }

  @Test func `its own handler sets it a million times on the stack of one set (C5)`() {
    let count = Property(0)
    let number = repetitions(1_000_000, quick: 100_000)
    let endpoint = count.signal.subscribeValues { if $0 > 0, $0 < number { count.value = $0 + 1 } }
    count.value = 1
    expect(count.value, equals: number)
    withExtendedLifetime(endpoint) {}
  }

  @Test func `in a transaction every set is emitted, and a join of two properties emits once (C11)`() {
    let first = Property("")
    let last = Property("")
    let firsts = Recorder(first.signal)
    let joined = Recorder(combineLatest(first.signal, last.signal).map { "\($0) \($1)" })
    transaction {
      first.value = "A"
      first.value = "Ada"
      last.value = "Lovelace"
      expect(first.value, equals: "Ada")
    }
    expect(firsts.history, equals: ["", "A", "Ada"])
    expect(joined.history, equals: [" ", "Ada Lovelace"])
  }

  @Test func `modify is one change, and returns its closure's result`() {
    let names = Property<Set<String>>([])
    let recorder = Recorder(names.signal.map(\.count))
    expect(names.modify { $0.insert("Ada").inserted })
    expect(!names.modify { $0.insert("Ada").inserted })
    expect(recorder.history, equals: ["0", "1", "1"])
  }

  @Test func `modify stores nothing if its closure throws, and rethrows the error`() {
    struct Refusal: Error, Equatable {}
    let count = Property(0)
    let recorder = Recorder(count.signal)
    #expect(throws: Refusal()) {
      try count.modify { value throws(Refusal) in
        value = 5
        throw Refusal()
      }
    }
    expect(recorder.history, equals: ["0"])
    expect(count.value, equals: 0)
  }

  @Test func `modify runs again with the current value after another thread's set`() {
    let count = Property(10)
    let runs = Log<Int>()
    let recorder = Recorder(count.signal)
    count.modify { value in
      runs.append(value)
      if value == 10 { onAnotherThread { count.value = 20 } }
      value += 1
    }
    expect(runs.entries, equals: [10, 20])
    expect(recorder.history, equals: ["10", "20", "21"])
  }

  @Test func `the closure of modify may use the property, since it runs under no lock (C7)`() {
    let count = Property(1)
    count.modify { $0 += count.value }
    expect(count.value, equals: 2)
  }

  @Test func `the first value is delivered synchronously while a handler runs on another thread (C12)`() {
    let count = Property(0)
    let log = Log<String>()
    let bag = CancellableBag()
    let owner = Tracked {}
    let isOver = Gate()
    count.signal.subscribeValues { value in
      guard value == 1 else { return }
      onAnotherThread {
        count.signal.subscribeValues { log.append("signal \($0)") }.store(in: bag)
        log.append("subscribed")
        count.addObserver(forOwner: owner, triggerImmediately: true) { old, new in
          log.append("owner \(old) \(new)")
          if new == 2 { isOver.open() }
        }
        log.append("added")
        count.value = 2
      }
      log.append("handler returns")
    }.store(in: bag)
    count.value = 1
    isOver.wait()
    expect(
      log.entries,
      equals: [
        "signal 1", "subscribed", "owner 1 1", "added", "handler returns", "signal 2", "owner 1 2",
      ])
    bag.cancel()
  }

  @Test func `the description contains the value`() {
    expect("\(Property(5))", equals: "Property<Int>(5)")
  }

  @Test func `access tracking records each read with the kind of its value, and no modify`() {
    expect(readings(of: { _ = Property(1).value }), equals: ["value"])
    expect(readings(of: { _ = Property<Int?>(nil).value }), equals: ["nothing"])
    expect(readings(of: { _ = Property<Log<Int>?>(Log()).value }), equals: ["object"])
    expect(readings(of: { Property(1).modify { $0 += 1 } }), equals: [])
  }
}
