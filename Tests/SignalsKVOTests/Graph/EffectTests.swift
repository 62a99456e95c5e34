import Signals
import SignalsKVO
import SignalsTesting
import Synchronization
import Testing

/// K8, C6, C8, C11: a closure that runs again after a change of a value that it has read.
@Suite("observe", .leavesNothing) struct EffectTests {
  private let log = Log<String>()

  private final class Person {
    @Observed var name = "Ada"
    @Observed var tags: [String] = []
    @WeakObserved var friend: Person?
  }

  /// Tells that the closure was released that captures it.
  private final class Token: Sendable {
    let log: Log<String>

    init(_ log: Log<String>) { self.log = log }

    deinit { log.append("the closure is released") }
  }

  @Test func `an effect runs at once, and after each change of a value that it has read`() {
    let (count, other) = (Property(1), Property(10))
    let endpoint = observe { [log] in log.append("\(count.value)") }
    count.value = 2
    other.value = 11
    count.value = 2
    expect(log.entries, equals: ["1", "2", "2"])
    endpoint.cancel()
    count.value = 3
    expect(log.entries, equals: ["1", "2", "2"])
  }

  @Test func `an equal result of a derived value causes no run`() {
    let count = Property(1)
    let isEven = Derived { count.value.isMultiple(of: 2) }
    let endpoint = observe { [log] in log.append("\(isEven.value)") }
    for value in [3, 4, 6, 7] { count.value = value }
    expect(log.entries, equals: ["false", "true", "false"])
    endpoint.cancel()
  }

  @Test func `an effect depends on the reads of its last run only`() {
    let (isFirst, first, second) = (Property(true), Property("a"), Property("x"))
    let endpoint = observe { [log] in log.append(isFirst.value ? first.value : second.value) }
    second.value = "y"
    isFirst.value = false
    first.value = "b"
    second.value = "z"
    expect(log.entries, equals: ["a", "y", "z"])
    endpoint.cancel()
  }

  @Test func `an untracked read causes no run`() {
    let (count, rate) = (Property(1), Property(10))
    let endpoint = observe { [log] in log.append("\(count.value * untracked { rate.value })") }
    rate.value = 20
    count.value = 2
    expect(log.entries, equals: ["10", "40"])
    endpoint.cancel()
  }

  @Test func `a transaction causes one run, at its end`() {
    let (first, second) = (Property(1), Property(2))
    let sum = Derived { first.value + second.value }
    let endpoint = observe { [log] in log.append("\(first.value) + \(second.value) = \(sum.value)") }
    transaction {
      first.value = 3
      second.value = 4
      log.append("in the transaction")
    }
    expect(log.entries, equals: ["1 + 2 = 3", "in the transaction", "3 + 4 = 7"])
    endpoint.cancel()
  }

  @Test func `an effect follows observed properties, changes in place and objects on a path`() {
    let person = Person()
    let endpoint = observe { [log] in log.append("\(person.name) \(person.tags) \(person.friend?.name ?? "-")") }
    person.name = "Grace"
    person.tags.append("x")
    let friend = Person()
    person.friend = friend
    friend.name = "Alan"
    person.friend = nil
    friend.name = "Kurt"
    expect(
      log.entries,
      equals: [
        "Ada [] -", "Grace [] -", #"Grace ["x"] -"#, #"Grace ["x"] Ada"#, #"Grace ["x"] Alan"#, #"Grace ["x"] -"#,
      ])
    endpoint.cancel()
    person.name = "Ada"
    expect(log.entries.count, equals: 6)
  }

  @Test func `an effect follows observed collections`() {
    let (numbers, names) = (ObservedArray([1, 2]), ObservedDictionary(["a": 1]))
    let endpoint = observe { [log] in log.append("\(numbers.value) \(names.value)") }
    numbers.append(3)
    names["a"] = 2
    expect(log.entries, equals: [#"[1, 2] ["a": 1]"#, #"[1, 2, 3] ["a": 1]"#, #"[1, 2, 3] ["a": 2]"#])
    endpoint.cancel()
  }

  @Test func `a join of a property and a value derived from it emits once per change`() {
    let person = OneThread(Person())
    let greeting = Derived { "Hello \(person.value.name)" }
    let joined = combineLatest(person.value.$name.signal, greeting.signal).map { "\($0): \($1)" }
    let recorder = Recorder(joined)
    person.value.name = "Grace"
    expect(recorder.history, equals: ["Ada: Hello Ada", "Grace: Hello Grace"])
    expect(greeting.value, equals: "Hello Grace")
  }

  @Test func `an effect may set its own input, and runs until nothing changes`() {
    let count = Property(0)
    let endpoint = observe { [log] in
      log.append("\(count.value)")
      if count.value < 3 { count.value += 1 }
    }
    expect(log.entries, equals: ["0", "1", "2", "3"])
    count.value = 2
    expect(log.entries, equals: ["0", "1", "2", "3", "2", "3"])
    endpoint.cancel()
  }

  @Test func `a feed that a run needs starts after the run, also if the run sets its own input`() {
    let (trigger, input, numbers) = (Property(0), Property(0), SignalInput<Int>())
    let fed = Property(
      10,
      whileObserved: { [log] property in
        log.append("start")
        return numbers.signal.handleEvents(onCancel: { log.append("stop") }).assign(to: property)
      })
    let endpoint = observe { [log] in
      log.append("begin \(input.value)")
      if trigger.value == 1 {
        log.append("fed \(fed.value)")
        if input.value == 0 { input.value = 1 }
      }
      log.append("end")
    }
    trigger.value = 1
    endpoint.cancel()
    expect(
      log.entries, equals: ["begin 0", "end", "begin 0", "fed 10", "end", "begin 1", "fed 10", "end", "start", "stop"])
  }

  @Test func `a feed that an effect needs which runs within another effect's run starts after that run`() {
    let log = Log<String>()
    let number = Property(0)
    let fed = Property(
      10,
      whileObserved: { property in
        log.append("feed")
        property.value += 1
        return CancellableBag()
      })
    var inner: Endpoint?
    let outer = observe(isolation: nil) {
      log.append("outer \(number.value)")
      if inner == nil {
        inner = observe(isolation: nil) {
          log.append("inner \(number.value) \(fed.value)")
          if number.value == 0 { number.value = 1 }
          log.append("end")
        }
      }
    }
    let feed = log.entries.firstIndex(of: "feed") ?? 0
    expect(log.entries.prefix(feed), equals: ["outer 0", "inner 0 10", "end", "inner 1 10", "end"])
    expect(log.entries.filter { $0 == "feed" || $0 == "inner 1 11" }, equals: ["feed", "inner 1 11"])
    withExtendedLifetime((outer, inner, fed)) {}
  }

  /// The operator subscribes to the source of the event when the effect has returned (C10, C12).
  @Test(arguments: [false, true])
  func `an operator that an effect's send has subscribe gets its value before the next effect`(inTransaction: Bool) {
    let log = Log<String>()
    let (number, input) = (Property(0), SignalInput<Int>())
    let observer = number.signal.subscribeValues { _ in }
    let mapped = input.flatMap(.latest) { sent in number.signal.map { "\(sent): \($0)" } }
      .subscribeValues { log.append($0) }
    let effects = [7, 8].map { effect in
      observe(isolation: nil) {
        log.append("effect \(effect)")
        if number.value == 1 { input.send(effect) }
        log.append("end")
      }
    }
    expect(log.take(), equals: ["effect 7", "end", "effect 8", "end"])
    if inTransaction { transaction { number.value = 1 } } else { number.value = 1 }
    // The transaction ends after the event of the source.
    expect(
      log.take(),
      equals: inTransaction
        ? ["effect 7", "7: 1", "end", "effect 8", "8: 1", "end"]
        : ["effect 7", "end", "7: 1", "effect 8", "end", "8: 1"])
    withExtendedLifetime((observer, mapped, effects)) {}
  }

  @Test func `two effects that set each other's inputs settle`() {
    let (one, other) = (Property(0), Property(0))
    let endpoints = [
      observe { if one.value > other.value { other.value = one.value } },
      observe { if other.value > one.value { one.value = other.value } },
    ]
    one.value = 5
    expect((one.value, other.value), equals: (5, 5))
    other.value = 8
    expect((one.value, other.value), equals: (8, 8))
    endpoints.cancelAll()
  }

  @Test func `a hundred thousand sets of an effect's own input need no stack`() {
    let count = Property(0)
    let endpoint = observe { if count.value < 100_000 { count.value += 1 } }
    expect(count.value, equals: 100_000)
    endpoint.cancel()
  }

  @Test func `the reads of handlers that an effect's sets call create no dependency`() {
    let (input, output, unrelated) = (Property(1), Property(0), Property(0))
    let handler = output.signal.subscribeValues { [log] value in log.append("output \(value), \(unrelated.value)") }
    let endpoint = observe { [log] in
      log.append("run")
      output.value = input.value
    }
    unrelated.value = 1
    expect(log.entries, equals: ["output 0, 0", "run", "output 1, 0"])
    endpoint.cancel()
    handler.cancel()
  }

  @Test func `an effect that an input cancels, while it is brought up to date, does not run again`() {
    let (source, bag, log) = (Property(0), CancellableBag(), Log<Int>())
    let input = Derived {
      if source.value == 2 { bag.cancel() }
      return source.value
    }
    observe { log.append(input.value) }.store(in: bag)
    source.value = 1
    source.value = 2
    source.value = 3
    expect(log.entries, equals: [0, 1])
  }

  @Test func `an effect that is cancelled in its own run does not run again`() {
    let count = Property(0)
    let bag = CancellableBag()
    bag += observe { [log] in
      log.append("\(count.value)")
      if count.value == 2 {
        bag.cancel()
        count.value = 3
      }
    }
    for value in 1...4 { count.value = value }
    expect(log.entries, equals: ["0", "1", "2"])
  }

  @Test func `the release of the endpoint ends the effect and releases its closure`() {
    let count = Property(0)
    weak var released: Person?
    var endpoint: Endpoint?
    do {
      let person = Person()
      released = person
      endpoint = observe { [log] in log.append("\(count.value) \(person.name)") }
    }
    count.value = 1
    expect(released != nil)
    expect(endpoint?.isActive, equals: true)
    endpoint = nil
    count.value = 2
    expect(released == nil)
    expect(log.entries, equals: ["0 Ada", "1 Ada"])
  }

  @Test func `an effect that is made in another effect's run has dependencies of its own`() {
    let (outer, inner) = (Property(0), Property(0))
    let innermost = Guarded<Endpoint?>(nil)
    let endpoint = observe { [log] in
      log.append("outer \(outer.value)")
      let new = observe { log.append("inner \(inner.value)") }
      innermost.change { $0 = new }
    }
    inner.value = 1
    outer.value = 1
    inner.value = 2
    expect(log.entries, equals: ["outer 0", "inner 0", "inner 1", "outer 1", "inner 1", "inner 2"])
    endpoint.cancel()
    innermost.change { $0 = nil }
  }

  @Test func `a main-actor effect runs on the main actor after a set on any thread`() async {
    let count = Property(0)
    let (reached, endpoint) = await MainActor.run { () -> (AsyncStream<Int>, Endpoint) in
      let (stream, continuation) = AsyncStream<Int>.makeStream()
      let endpoint = observe {
        MainActor.assertIsolated()
        continuation.yield(count.value)
      }
      return (stream, endpoint)
    }
    var iterator = reached.makeAsyncIterator()
    expect(await iterator.next(), equals: 0)
    count.value = 1
    expect(await iterator.next(), equals: 1)
    await endpoint.cancelAndWait()
    count.value = 2
  }

  @Test func `an effect of an actor runs there, and once for all the sets that the actor finds`() async {
    actor Counter {
      private var endpoint: Endpoint?
      private(set) var seen: [Int] = []

      func start(_ count: Property<Int>) {
        endpoint = observe { self.seen.append(count.value) }
      }

      /// Occupies the actor while it sets.
      func set(_ count: Property<Int>, to values: [Int]) {
        for value in values { count.value = value }
      }

      func stop() { endpoint = nil }
    }
    let (count, counter) = (Property(0), Counter())
    await counter.start(count)
    await counter.set(count, to: [1, 2, 3])
    while await counter.seen.count < 2 { await letOthersGoOn() }
    count.value = 4
    while await counter.seen.count < 3 { await letOthersGoOn() }
    expect(await counter.seen, equals: [0, 3, 4])
    await counter.stop()
    count.value = 5
    expect(await counter.seen, equals: [0, 3, 4])
  }

  @MainActor
  @Test func `on the main actor, a set runs an effect at once, unless a run waits there already`() async {
    let count = Property(0)
    let endpoint = observe { [log] in log.append("\(count.value)") }
    count.value = 1
    onAnotherThread { count.value = 2 }
    count.value = 3
    expect(log.entries, equals: ["0", "1"])
    await mainQueueIsIdle()
    expect(log.entries, equals: ["0", "1", "3"])
    count.value = 4
    expect(log.entries, equals: ["0", "1", "3", "4"])
    endpoint.cancel()
  }

  @Test func `an effect whose inputs come out equal does not run, on any number of levels`() {
    let count = Property(0)
    let isNegative = Derived { count.value < 0 }
    let text = Derived { isNegative.value ? "negative" : "positive" }
    let endpoint = observe { [log] in log.append(text.value) }
    for value in [1, 2, -1, -2, 3] { count.value = value }
    expect(log.entries, equals: ["positive", "negative", "positive"])
    endpoint.cancel()
  }

  @Test func `a set on another thread during a run causes one more run, and waits for none`() {
    let count = Property(0)
    let (isInside, mayEnd) = (Gate(), Gate())
    let overlap = OverlapDetector()
    let endpoint = observe { [log] in
      overlap.run {
        let value = count.value
        if value == 1 {
          isInside.open()
          mayEnd.wait()
        }
        log.append("\(value)")
      }
    }
    let setter = startThread { count.value = 1 }
    isInside.wait()
    count.value = 2
    count.value = 3
    expect(log.entries, equals: ["0"])
    mayEnd.open()
    setter.wait()
    expect(log.entries, equals: ["0", "1", "3"])
    expect(!overlap.hasSeenOverlap)
    endpoint.cancel()
  }

  @Test func `an effect that is cancelled during a run on another thread ends with it, and its closure too`() async {
    let count = Property(0)
    let (isInside, mayEnd) = (Gate(), Gate())
    let endpoint = observe { [token = Token(log)] in
      let value = count.value
      if value == 1 {
        isInside.open()
        mayEnd.wait()
      }
      token.log.append("\(value)")
    }
    let setter = startThread { count.value = 1 }
    isInside.wait()
    let waiter = Task.detached { [log] in
      await endpoint.cancelAndWait()
      log.append("over")
    }
    while endpoint.isActive { await letOthersGoOn() }
    count.value = 2
    expect(log.entries, equals: ["0"])
    mayEnd.open()
    await waiter.value
    setter.wait()
    expect(log.entries, equals: ["0", "1", "the closure is released", "over"])
  }

  @Test func `the wait for an effect that isn't running is over at once`() async {
    let count = Property(0)
    let endpoint = observe { [log] in log.append("\(count.value)") }
    await endpoint.cancelAndWait()
    await endpoint.cancelAndWait()
    count.value = 1
    expect(log.entries, equals: ["0"])
  }

  @Test func `concurrent sets leave the last run with the last values`() async {
    let properties = (0..<4).map { _ in Property(0) }
    let sum = Derived { properties.reduce(0) { $0 + $1.value } }
    let last = Mutex(-1)
    let endpoint = observe {
      let value = sum.value
      last.withLock { $0 = value }
    }
    for round in 1...200 {
      onThreads(4) { index in properties[index].value = round }
      // Where threads meet, a queue delivers the change (C5).
      while last.withLock({ $0 }) != 4 * round { await letOthersGoOn() }
    }
    endpoint.cancel()
  }
}

/// An object that a test uses on one thread at a time.
// Unchecked for that reason.
private struct OneThread<Object: AnyObject>: @unchecked Sendable {
  let value: Object

  init(_ value: Object) { self.value = value }
}
