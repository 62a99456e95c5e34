import Signals
import SignalsKVO
import SignalsTesting
import Testing

/// K8, C10, C11: values that are derived from others.
@Suite("Derived", .leavesNothing) struct DerivedTests {
  private final class Owner: Sendable {}
  private struct Refused: Error {}

  @Test func `a derived value follows one property, and is observed like one`() {
    let count = Property(1)
    let double = count.derived { $0 * 2 }
    let owner = Owner()
    let log = Log<String>()
    double.addObserver(forOwner: owner, triggerImmediately: true) { old, new in log.append("\(old) → \(new)") }
    double.subscribe(owner) { _, value in log.append("\(value)") }
    let recorder = Recorder(double.signal)
    count.value = 2
    double.removeObservers(forOwner: owner)
    count.value = 3
    expect(log.entries, equals: ["2 → 2", "2 → 4", "4"])
    expect(recorder.history, equals: ["2", "4", "6"])
    expect(double.value, equals: 6)
  }

  // A closure of several statements, and then a handler that accepts any type. Compiled only: nothing keeps the derived value.
  private func follow(_ count: Property<Int>) -> Endpoint {
    Derived {
      let value = count.value
      return value + 1
    }.signal.subscribeValues { print($0) }
  }

  @Test func `a derived value depends on the values that its last run read`() {
    let first = Property("a")
    let second = Property("b")
    let takesFirst = Property(true)
    let log = Log<String>()
    let chosen = Derived {
      log.append("computed")
      return takesFirst.value ? first.value : second.value
    }
    let recorder = Recorder(chosen.signal)
    second.value = "c"
    first.value = "d"
    takesFirst.value = false
    first.value = "e"
    second.value = "f"
    expect(recorder.history, equals: ["a", "d", "c", "f"])
    expect(log.entries.count, equals: 4)
  }

  @Test func `without observers a derived value is computed at a read after a change`() {
    let count = Property(1)
    let log = Log<Int>()
    let double = count.derived { value in
      log.append(value)
      return value * 2
    }
    let quadruple = double.derived { $0 * 2 }
    expect(log.entries, equals: [])
    expect(quadruple.value, equals: 4)
    expect(quadruple.value, equals: 4)
    count.value = 2
    count.value = 3
    expect(log.entries, equals: [1])
    expect(quadruple.value, equals: 12)
    expect(double.value, equals: 6)
    expect(log.entries, equals: [1, 3])
  }

  @Test func `a change of an unread value causes no computation`() {
    let first = Property(1)
    let second = Property(1)
    let log = Log<String>()
    let firstDouble = first.derived { value in
      log.append("first")
      return value * 2
    }
    let secondDouble = second.derived { value in
      log.append("second")
      return value * 2
    }
    for _ in 0..<3 {
      _ = (firstDouble.value, secondDouble.value)
      first.value += 1
    }
    expect(log.entries, equals: ["first", "second", "first", "first"])
  }

  @Test func `a result from old inputs doesn't replace another thread's result from new inputs`() {
    let count = Property(1)
    let other = Property<Derived<Int>?>(nil)
    let double = count.derived { value in
      if value == 1 {
        onAnotherThread {
          count.value = 2
          expect(other.value?.value, equals: 4)
        }
      }
      return value * 2
    }
    other.value = double
    expect(double.value, equals: 4)
    other.value = nil
  }

  @Test func `a derived value isn't computed after its last observer has left, and is up to date for the next one`() {
    let count = Property(1)
    let log = Log<Int>()
    let double = count.derived { value in
      log.append(value)
      return value * 2
    }
    let early = Recorder(double.signal)
    count.value = 2
    early.cancel()
    count.value = 3
    count.value = 4
    let late = Recorder(double.signal)
    count.value = 5
    expect(log.entries, equals: [1, 2, 4, 5])
    expect(early.history, equals: ["2", "4"])
    expect(late.history, equals: ["8", "10"])
  }

  @Test func `a derived value agrees with its inputs within a transaction and within an event`() {
    let count = Property(1)
    let double = count.derived { $0 * 2 }
    let log = Log<String>()
    let early = count.signal.dropFirst().subscribeValues { log.append("\($0) \(double.value)") }
    let recorder = Recorder(double.signal)
    count.value = 2
    transaction {
      count.value = 3
      log.append("inside \(double.value)")
      count.value = 4
      log.append("inside \(double.value)")
    }
    expect(log.entries, equals: ["2 4", "3 6", "inside 6", "4 8", "inside 8"])
    expect(recorder.history, equals: ["2", "4", "8"])
    withExtendedLifetime(early) {}
  }

  @Test func `who subscribes within a transaction gets its result, even if others have it already (C11, C12)`() {
    let (first, second) = (Property(200), Property(0))
    let sum = Derived { first.value + second.value }
    let early = Recorder(sum.signal)
    let late = transaction {
      second.value = 100
      defer { first.value = 100 }
      return Recorder(sum.signal)
    }
    expect(early.values, equals: [200])
    expect(late.values, equals: [300, 200])
    first.value = 1
    expect(early.values, equals: [200, 101])
    expect(late.values, equals: [300, 200, 101])
  }

  @Test func `who subscribes and cancels within a transaction is released at once, and gets nothing after it (C6, C8)`()
  {
    let (first, second) = (Property(200), Property(0))
    let sum = Derived { first.value + second.value }
    let early = Recorder(sum.signal)
    let log = Log<Int>()
    transaction {
      second.value = 100
      weak var captured: Owner?
      do {
        let owner = Owner()
        captured = owner
        let late = sum.signal.map { -$0 }.subscribeValues { [owner] in
          log.append($0)
          withExtendedLifetime(owner) {}
        }
        late.cancel()
      }
      expect(captured == nil)
      first.value = 100
    }
    expect(early.values, equals: [200])
    expect(log.entries, equals: [-300])
  }

  @Test func `an operator that throws at the result of a transaction ends only its own subscription (C11, C14)`() {
    let (first, second) = (Property(200), Property(0))
    let sum = Derived { first.value + second.value }
    let early = Recorder(sum.signal)
    let late = transaction {
      second.value = 100
      defer { first.value = 100 }
      return Recorder(sum.signal.map { if $0 == 200 { throw Refused() } else { $0 } })
    }
    first.value = 1
    expect(early.values, equals: [200, 101])
    expect(late.values, equals: [300])
    let failure: (any Error)? = if case .failed(let error) = late.end { error } else { nil }
    expect(failure is Refused)
  }

  @Test func `a transaction is reported as one change, with the old value from before (C11)`() {
    let first = Property("Augusta")
    let last = Property("Byron")
    let full = Derived { "\(first.value) \(last.value)" }
    let owner = Owner()
    let log = Log<String>()
    full.addObserver(forOwner: owner) { old, new in log.append("\(old) → \(new)") }
    transaction {
      first.value = "Ada"
      expect(full.value, equals: "Ada Byron")
      last.value = "King"
      last.value = "Lovelace"
    }
    expect(log.entries, equals: ["Augusta Byron → Ada Lovelace"])
  }

  @Test func `a set with an equal result is no change of the derived value (K8)`() {
    let count = Property(1)
    let isOdd = count.derived { $0 % 2 == 1 }
    let recorder = Recorder(isOdd.signal)
    let sets = Recorder(count.signal)
    count.value = 3
    count.value = 3
    count.value = 4
    expect(recorder.history, equals: ["true", "false"])
    expect(sets.history, equals: ["1", "3", "3", "4"])
  }

  @Test func `a diamond of derived values of unequal depth emits each change once, without a glitch (C10)`() {
    let source = Property(1)
    let log = Log<String>()
    let near = source.derived { $0 * 10 }
    let far = source.derived { $0 + 1 }.derived { $0 + 1 }.derived { $0 - 2 }
    let bottom = Derived {
      log.append("computed")
      return "\(near.value) \(far.value)"
    }
    let deeper = Derived { "\(bottom.value) \(source.value)" }
    let recorders = [Recorder(deeper.signal), Recorder(bottom.signal)]
    source.value = 2
    transaction {
      source.value = 3
      source.value = 4
    }
    expect(recorders[0].history, equals: ["10 1 1", "20 2 2", "40 4 4"])
    expect(recorders[1].history, equals: ["10 1", "20 2", "40 4"])
    expect(log.entries.count, equals: 3)
  }

  @Test func `a join of derived values and their source emits without a glitch (C10)`() {
    let count = Property(1)
    let double = count.derived { $0 * 2 }
    let quadruple = double.derived { $0 * 2 }
    let recorder = Recorder(
      combineLatest(quadruple.signal, count.signal, double.signal).map { "\($0) \($1) \($2)" })
    count.value = 2
    transaction {
      count.value = 3
      count.value = 4
    }
    expect(recorder.history, equals: ["4 1 2", "8 2 4", "16 4 8"])
  }

  @Test func `an input that is first read in the turn in which it changes is emitted once`() {
    let isShown = Property(false)
    let count = Property(1)
    let double = count.derived { $0 * 2 }
    let text = Derived { isShown.value ? "\(double.value)" : "hidden" }
    let recorder = Recorder(text.signal)
    let other = Recorder(double.signal)
    transaction {
      count.value = 2
      isShown.value = true
    }
    count.value = 3
    expect(recorder.history, equals: ["hidden", "4", "6"])
    expect(other.history, equals: ["2", "4", "6"])
  }

  @Test func `a subscriber within a transaction gets the current value, and then each change`() {
    let count = Property(1)
    let double = count.derived { $0 * 2 }
    let early = Recorder(double.signal)
    let late = transaction {
      count.value = 2
      return Recorder(double.signal)
    }
    expect(late.history, equals: ["4"])
    count.value = 3
    expect(early.history, equals: ["2", "4", "6"])
    expect(late.history, equals: ["4", "6"])
  }

  @Test func `a handler that sets an input receives the new value after the current one (C4)`() {
    let count = Property(0)
    let double = count.derived { $0 * 2 }
    let log = Log<Int>()
    let endpoint = double.signal.subscribeValues { value in
      log.append(value)
      if value > 0, value < 10 { count.value += 1 }
    }
    count.value = 1
    expect(log.entries, equals: [0, 2, 4, 6, 8, 10])
    withExtendedLifetime(endpoint) {}
  }

  @Test func `a derived value that a closure makes is followed, though nothing keeps it`() {
    struct Filter: Sendable {
      let query = Property("")
      var isEmpty: Derived<Bool> { query.derived { $0.isEmpty } }
    }
    let filter = Filter()
    let label = Derived { filter.isEmpty.value ? "all" : "some" }
    let (log, runs) = (Log<String>(), Log<Bool>())
    let endpoints = [
      label.signal.subscribeValues { log.append($0) },
      observe { runs.append(filter.isEmpty.value) },
    ]
    filter.query.value = "a"
    filter.query.value = "ab"
    expect(label.value, equals: "some")
    filter.query.value = ""
    expect(log.entries, equals: ["all", "some", "all"])
    // The closure follows the query itself.
    expect(runs.entries, equals: [true, false, false, true])
    for endpoint in endpoints { endpoint.cancel() }
  }

  @Test func `an input may be replaced together with its own inputs`() {
    final class Person: Sendable {
      let name: Property<String>

      init(_ name: String) { self.name = Property(name) }
    }
    let ada = Person("Ada")
    let person = Property(ada)
    let name = Derived { person.value.name.value }
    let recorder = Recorder(name.signal)
    ada.name.value = "Augusta"
    person.value = Person("Charles")
    ada.name.value = "none"
    person.value.name.value = "Babbage"
    expect(recorder.history, equals: ["Ada", "Augusta", "Charles", "Babbage"])
  }

  @Test func `an input that exists only at times is read only then`() {
    let items = Property([1, 2])
    let index = Property(1)
    let item = Derived { items.value[index.value] }
    let label = Derived { items.value.count > 1 ? "item \(item.value)" : "too few" }
    let recorder = Recorder(label.signal)
    items.value = [5, 6]
    transaction {
      index.value = 0
      items.value = [7]
    }
    expect(recorder.history, equals: ["item 2", "item 6", "too few"])
  }

  @Test func `a derived value retains its inputs, isn't retained by them, and ends with its release`() {
    let log = Log<String>()
    do {
      var count: Property<Tracked>? = Property(Tracked("value", log))
      var derived = count.map { count in Derived { [count] in count.value.touch() } }
      let recorder = derived.map { Recorder($0.signal.map { "event" }) }
      count = nil
      log.append("retained")
      derived = nil
      expect(recorder?.history, equals: ["event", "|"])
      expect(log.entries, equals: ["retained", "value released"])
    }
    do {
      let count = Property(1)
      var derived: Derived<Int>? = {
        let captured = Tracked("closure", log)
        return count.derived { value in
          captured.touch()
          return value
        }
      }()
      let endpoint = derived?.signal.subscribeValues { _ in }
      derived = nil
      expect(log.entries, equals: ["retained", "value released", "closure released"])
      count.value = 2
      withExtendedLifetime(endpoint) {}
    }
  }

  @Test func `a derived value that its own handler releases ends after the handler`() {
    let count = Property(1)
    let kept = Property<Derived<Int>?>(count.derived { $0 * 2 })
    let log = Log<String>()
    let endpoint = kept.value?.signal.subscribe { event in
      switch event {
      case .value(let value): log.append("value(\(value))")
      case .end(let end): log.append("\(end)")
      }
      if case .value(4) = event { kept.value = nil }
    }
    count.value = 2
    count.value = 3
    expect(log.entries, equals: ["value(2)", "value(4)", "finished"])
    withExtendedLifetime(endpoint) {}
  }

  @Test func `a ladder of derived values computes each changed value once`() {
    let source = Property(1)
    let log = Log<Int>()
    var rung: ObservableValue<Int> = source
    for level in 0..<40 {
      let left = rung.derived { $0 }
      let right = rung.derived { $0 }
      rung = Derived {
        log.append(level)
        return (left.value + right.value) / 2
      }
    }
    expect(rung.value, equals: 1)
    source.value = 2
    expect(rung.value, equals: 2)
    expect(log.entries.count, equals: 80)
    let recorder = Recorder(rung.signal)
    source.value = 3
    expect(recorder.history, equals: ["2", "3"])
    expect(log.entries.count, equals: 120)
  }

  @Test func `a derived value that reads itself stops the program with a message`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let other = Property<ObservableValue<Int>>(Property(1))
      let first = Derived { other.value.value + 1 }
      let second = first.derived { $0 + 1 }
      expect(second.value, equals: 3)
      other.value = second
      _ = second.value
    }
    let words = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
    expect(words.contains("A derived value reads itself: Derived (SignalsKVOTests/DerivedTests.swift:"))
    expect(words.contains("a value for this case: Derived(inCircle: …)."))
    expect(words.contains("give Derived (SignalsKVOTests/DerivedTests.swift:"))
  }

  @Test func `the description contains the value`() {
    expect("\(Property(5).derived { "\($0)" })", equals: "Derived<String>(5)")
  }

  @Test func `access tracking records the read of a derived value, and not those of its inputs`() {
    let count = Property(5)
    let double = count.derived { $0 * 2 }
    expect(readings(of: { _ = double.value }), equals: ["value"])
  }

  /// The other thread is computing the value, so this one computes it as well. Nothing depends on the inputs yet.
  @Test(arguments: [true, false])
  func `a value that a thread computes for itself agrees with inputs that change meanwhile (K8)`(isCollection: Bool) {
    let (one, other) = (Property(0), Property(0))
    let list = ObservedArray([0])
    let (hasBegun, mayGoOn) = (Gate(), Gate())
    let runs = Guarded(0)
    let derived = Derived {
      let run = runs.change { runs in
        runs += 1
        return runs
      }
      if run == 1 {
        hasBegun.open()
        mayGoOn.wait()
      }
      let first = isCollection ? list.value[0] : one.value
      if run == 2 {
        onAnotherThread {
          if isCollection { list[0] = 1 } else { one.value = 1 }
          other.value = 1
        }
      }
      return [first, other.value]
    }
    let reader = startThread { _ = derived.value }
    hasBegun.wait()
    expect(derived.value, equals: [1, 1])
    mayGoOn.open()
    reader.wait()
    expect(derived.value, equals: [1, 1])
  }

  @Test func `a value that a thread computes for itself is computed at most 1,000 times while values change (K8)`() {
    let (input, unrelated) = (Property(0), Property(0))
    let dependent = unrelated.derived { $0 }
    expect(dependent.value, equals: 0)
    let (hasBegun, mayGoOn) = (Gate(), Gate())
    let runs = Guarded(0)
    let derived = Derived {
      let run = runs.change { runs in
        runs += 1
        return runs
      }
      if run == 1 {
        hasBegun.open()
        mayGoOn.wait()
      } else if run < 5_000 {
        unrelated.value = run
      }
      return input.value
    }
    let reader = startThread { _ = derived.value }
    hasBegun.wait()
    expect(derived.value, equals: 0)
    expect(runs.change { $0 }, equals: 1_001)
    mayGoOn.open()
    reader.wait()
  }
}
