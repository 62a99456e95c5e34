import SignalsTesting
import Testing

@testable import Signals

/// The parts of bridges to systems with demand.
@Suite("Metered subscriptions", .leavesNothing) struct MeteredSubscriptionTests {
  @Test func `a subscriber receives no more than it demanded, and nothing is lost meanwhile`() {
    let input = SignalInput<Int>()
    let consumer = Consumer<Int>()
    consumer.begin(input.signal)
    input.send(1)
    expect(consumer.history, equals: [])
    consumer.ask(2)
    expect(consumer.history, equals: ["1"])
    for value in 2...4 { input.send(value) }
    expect(consumer.history, equals: ["1", "2"])
    consumer.ask(1)
    expect(consumer.history, equals: ["1", "2", "3"])
    consumer.ask(nil)
    input.send(5)
    expect(consumer.history, equals: ["1", "2", "3", "4", "5"])
  }

  @Test(arguments: [
    (BufferingPolicy.unbounded, ["1", "2", "3", "4", "|"]), (.newest(2), ["3", "4", "|"]),
    (.oldest(2), ["1", "2", "|"]),
  ])
  func `values without demand wait, as the policy says`(policy: BufferingPolicy, expected: [String]) {
    let consumer = Consumer<Int>(policy)
    consumer.begin(Signal.of(1, 2, 3, 4))
    consumer.ask(nil)
    expect(consumer.history, equals: expected)
  }

  @Test func `demand from before the start passes the smallest buffer`() {
    let consumer = Consumer<Int>(.oldest(1))
    consumer.ask(nil)
    consumer.begin(Signal.of(1, 2, 3))
    expect(consumer.history, equals: ["1", "2", "3", "|"])
  }

  @Test func `the end needs no demand, but comes after the waiting values`() {
    let silent = Consumer<Int>()
    silent.begin(Signal.empty())
    expect(silent.history, equals: ["|"])
    let failing = Consumer<Int>()
    let input = SignalInput<Int>()
    failing.begin(input.signal)
    input.send(1)
    input.fail(Failure("e"))
    expect(failing.history, equals: [])
    failing.ask(1)
    expect(failing.history, equals: ["1", "#e"])
    failing.ask(1)
    expect(failing.history, equals: ["1", "#e"])
  }

  @Test func `a consumer that wants one more each time gets everything, one at a time`() {
    let input = SignalInput<Int>()
    let consumer = Consumer<Int>()
    consumer.begin(input.signal) { _ in Demand(1) }
    for value in 1...3 { input.send(value) }
    consumer.ask(1)
    input.send(4)
    expect(consumer.history, equals: ["1", "2", "3", "4"])
  }

  @Test func `asking while something is delivered neither nests nor deepens the stack`() {
    let input = SignalInput<Int>()
    let consumer = Consumer<Int>()
    let depth = Guarded((now: 0, most: 0))
    consumer.begin(input.signal) { [weak consumer] _ in
      depth.change { depth in
        depth.now += 1
        depth.most = max(depth.most, depth.now)
      }
      consumer?.ask(1)
      depth.change { $0.now -= 1 }
      return .none
    }
    let count = repetitions(100_000, quick: 20_000)
    for value in 1...count { input.send(value) }
    consumer.ask(1)
    expect(consumer.history.count, equals: count)
    expect(depth.change { $0.most }, equals: 1)
  }

  @Test func `nothing follows a cancel from inside, also within the subscribing call`() {
    let consumer = Consumer<Int>()
    consumer.ask(nil)
    consumer.begin(.from(1...)) { [weak consumer] value in
      if value == 3 { consumer?.cancel() }
      return .none
    }
    expect(consumer.history, equals: ["1", "2", "3"])
    let input = SignalInput<Int>()
    let other = Consumer<Int>()
    other.begin(input.signal) { [weak other] _ in
      other?.cancel()
      return .unlimited
    }
    input.send(1)
    input.send(2)
    other.ask(nil)
    input.send(3)
    input.finish()
    expect(other.history, equals: ["1"])
  }

  @Test func `cancelled before it begins, it never subscribes`() {
    let log = Log<String>()
    let consumer = Consumer<Int>()
    consumer.cancel()
    consumer.begin(counted(.of(1), log))
    consumer.ask(nil)
    expect(log.entries, equals: [])
    expect(consumer.history, equals: [])
  }

  @Test(arguments: Ending.allCases)
  func `at the end all that was captured is released`(_ ending: Ending) {
    let log = Log<String>()
    let input = SignalInput<Tracked>()
    let consumer = Consumer<Tracked>()
    let captured = Tracked("consumer", log)
    consumer.begin(input.signal.keeping("upstream", log)) { [captured, weak consumer] _ in
      captured.touch()
      if ending == .cancelInHandler { consumer?.cancel() }
      return .none
    }
    _ = consume captured
    input.send(Tracked("1", log))
    input.send(Tracked("2", log))
    consumer.ask(1)
    switch ending {
    case .finish: input.finish()
    case .fail: input.fail(Failure())
    case .cancel: consumer.cancel()
    case .cancelInHandler: break
    }
    // An end waits behind the second value.
    if ending == .finish || ending == .fail { consumer.ask(1) }
    expect(log.entries.sorted(), equals: ["1 released", "2 released", "consumer released", "upstream released"])
    withExtendedLifetime(consumer) {}
  }

  @Test func `a subscription released without a cancel delivers the demanded values, until the signal ends`() {
    let log = Log<String>()
    let input = SignalInput<Int>()
    let history = Log<String>()
    do {
      let subscription = MeteredSubscription<Int>(.unbounded)
      subscription.ask(for: .unlimited)
      subscription.begin(counted(input, log)) { event in
        history.append("\(event)")
        return .none
      }
    }
    input.send(1)
    input.send(2)
    expect(log.entries, equals: ["subscribed"])
    input.finish()
    expect(history.entries, equals: ["value(1)", "value(2)", "finished"])
    expect(log.entries, equals: ["subscribed", "subscription released"])
  }

  @Test func `released without a cancel, it delivers what its deliveries demand`() {
    let input = SignalInput<Int>()
    let history = Log<String>()
    do {
      let subscription = MeteredSubscription<Int>(.unbounded)
      subscription.ask(for: Demand(1))
      subscription.begin(input.signal) { event in
        history.append("\(event)")
        if case .value(1) = event { return Demand(1) }
        return .none
      }
    }
    for value in 1...4 { input.send(value) }
    expect(history.entries, equals: ["value(1)", "value(2)"])
  }

  @Test func `released without a cancel, it ends when the source can send no more (C1)`() {
    let log = Log<String>()
    do {
      let input = SignalInput<Int>()
      let subscription = MeteredSubscription<Int>(.unbounded)
      subscription.begin(input.signal.keeping("upstream", log)) { event in
        log.append("\(event)")
        return .none
      }
    }
    expect(log.entries, equals: ["finished", "upstream released"])
  }

  @Test func `released with a source that holds none of its subscribers, it holds nothing (C8)`() {
    let log = Log<String>()
    var subscription: MeteredSubscription<Int>? = MeteredSubscription(.unbounded)
    do {
      let tracked = Tracked("deliver", log)
      subscription?.begin(.never()) { _ in
        tracked.touch()
        return .none
      }
    }
    expect(log.entries, equals: [])
    subscription = nil
    expect(log.entries, equals: ["deliver released"])
  }

  @Test func `a thread that is delivering doesn't deliver what another thread demands meanwhile (C5)`() async {
    let input = SignalInput<Int>()
    let consumer = Consumer<Int>()
    let asking = AtomicWord(0)
    let violations = AtomicWord(0)
    let (delivered, hasDelivered) = AsyncStream.makeStream(of: Void.self)
    let subscription = consumer.subscription
    consumer.begin(input.signal) { value in
      if value == 1 {
        onAnotherThread { subscription.ask(for: Demand(1)) }
      } else {
        if asking.value == currentThread() { violations.add(1) }
        hasDelivered.finish()
      }
      return .none
    }
    input.send(1)
    input.send(2)
    onAnotherThread {
      asking.store(currentThread())
      subscription.ask(for: Demand(1))
      asking.store(0)
    }
    for await _ in delivered {}
    expect(consumer.history, equals: ["1", "2"])
    expect(violations.value, equals: 0)
    consumer.cancel()
  }

  @Test func `four threads send and four ask: everything comes once, in order, one at a time`() async {
    let (threads, each) = (4, 2_000)
    let input = SignalInput<Int>()
    let consumer = Consumer<Int>()
    let overlap = OverlapDetector()
    let got = Guarded<[Int]>([])
    let (all, gotAll) = AsyncStream.makeStream(of: Void.self)
    consumer.begin(input.signal) { value in
      overlap.run { got.change { $0.append(value) } }
      if got.change({ $0.count }) == threads * each { gotAll.finish() }
      return .none
    }
    onThreads(2 * threads) { thread in
      for number in 0..<each {
        if thread < threads { input.send(thread * each + number) } else { consumer.ask(1) }
      }
    }
    // Events that met others are handed over to a queue.
    for await _ in all {}
    let values = got.change { $0 }
    expect(!overlap.hasSeenOverlap)
    expect(values.sorted(), equals: Array(0..<threads * each))
    for thread in 0..<threads {
      let own = values.filter { $0 / each == thread }
      expect(own, equals: own.sorted())
    }
  }

  @Test func `however many threads ask, there is never more than they asked for`() async {
    let consumer = Consumer<Int>()
    let input = SignalInput<Int>()
    let count = AtomicWord(0)
    let (all, gotAll) = AsyncStream.makeStream(of: Void.self)
    consumer.begin(input.signal) { _ in
      count.add(1)
      if count.value == 4_000 { gotAll.finish() }
      return .none
    }
    for value in 0..<10_000 { input.send(value) }
    onThreads(4) { _ in for _ in 0..<1_000 { consumer.ask(1) } }
    for await _ in all {}
    // Any further value would come with this.
    onThreads(4) { _ in for value in 0..<100 { input.send(value) } }
    expect(count.value, equals: 4_000)
  }

  /// As an operator, of a consumer that demands one value after the other.
  private static let oneByOne = OperatorUnderTest("metered") { signal, probe in
    Signal<Int>.generate { emitter in
      let subscription = MeteredSubscription<Int>(.unbounded)
      emitter.whenEnded { subscription.cancel() }
      subscription.ask(for: Demand(1))
      subscription.begin(signal) { event in
        switch event {
        case .value(let value):
          do { emitter.send(try probe.passing(value)) } catch { emitter.fail(error) }
          return Demand(1)
        case .end(.finished): emitter.finish()
        case .end(.failed(let error)): emitter.fail(error)
        }
        return .none
      }
    }
  }

  // The sends of four threads are checked above, and without a limit of time.
  @Test(arguments: OperatorLaw.allCases.filter { $0 != .neverTwoAtOnce })
  func `as an operator it keeps the law`(_ law: OperatorLaw) { expect(law.check(Self.oneByOne), equals: nil) }
}
