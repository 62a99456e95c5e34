import SignalsTesting
import Testing

@testable import Signals

/// C12: a subscription to a source without a value starts with the next event.
@Suite("C12 Starting in the middle", .leavesNothing) struct MiddleTests {
  @Test func `subscribing inside a handler starts with the next event, also with one that waits already`() {
    let input = SignalInput<Int>()
    let log = Log<String>()
    let late = CancellableBag()
    let early = input.signal.subscribeValues { value in
      log.append("early \(value)")
      guard value == 1 else { return }
      input.send(2)
      input.signal.subscribeValues { log.append("late \($0)") }.store(in: late)
    }
    let last = input.signal.subscribeValues { log.append("last \($0)") }
    input.send(1)
    input.send(3)
    expect(
      log.entries,
      equals: [
        "early 1", "last 1", "early 2", "last 2", "late 2", "early 3", "last 3", "late 3",
      ])
    withExtendedLifetime((early, last)) {}
  }

  @Test func `subscribing while another thread delivers starts with the next event, and the call doesn't wait`() {
    let input = SignalInput<Int>()
    let late = Guarded<Recorder<Int>?>(nil)
    let endpoint = input.signal.subscribeValues { value in
      guard value == 1 else { return }
      // The handler waits for the subscribing call, so that a call which waits for the handler would never return.
      onAnotherThread {
        let recorder = Recorder(input.signal)
        late.change { $0 = recorder }
      }
    }
    input.send(1)
    input.send(2)
    expect(late.change { $0 }?.history, equals: ["2"])
    withExtendedLifetime(endpoint) {}
  }

  @Test func `one that subscribes and cancels inside a handler never gets anything`() {
    let input = SignalInput<Int>()
    let log = Log<Int>()
    let endpoint = input.signal.subscribeValues { value in
      input.signal.subscribeValues { log.append($0) }.cancel()
      if value < 3 { input.send(value + 1) }
    }
    input.send(1)
    expect(log.entries, equals: [])
    withExtendedLifetime(endpoint) {}
  }

  @Test func `a subscriber inside the handler of the end receives the end`() {
    let input = SignalInput<Int>()
    let late = Guarded<Recorder<Int>?>(nil)
    let endpoint = input.signal.subscribe { event in
      guard case .end = event else { return }
      let recorder = Recorder(input.signal)
      late.change { $0 = recorder }
    }
    input.finish()
    expect(late.change { $0 }?.history, equals: ["|"])
    withExtendedLifetime(endpoint) {}
  }

  @Test(arguments: [1, 2, 3])
  func `a subscriber of a shared signal that another thread starts is connected when its call returns`(_ depth: Int) {
    let input = SignalInput<Int>()
    let (isBeginning, isComing) = (Gate(), Gate())
    var shared = Signal.deferred {
      isBeginning.open()
      isComing.wait()
      // The other one is in its call now, or about to be.
      for _ in 0..<20 { yieldProcessor() }
      return input.signal
    }
    for _ in 0..<depth { shared = PatientFeed(shared).signal }
    let first = Guarded<Recorder<Int>?>(nil)
    let beginner = startThread { [shared] in
      let recorder = Recorder(shared)
      first.change { $0 = recorder }
    }
    isBeginning.wait()
    isComing.open()
    let second = Recorder(shared)
    input.send(1)
    beginner.wait()
    // Where the other one was about to leave, the value waits for a queue, which needs a thread of the pool that runs the tests.
    // While all of these block the pool, that takes up to a second: then Dispatch adds a thread. A task that yields instead
    // waits for the pool just as well, and in practice much longer.
    waitUntil { second.history == ["1"] }
    expect(second.history, equals: ["1"])
    expect(first.change { $0 }?.history, equals: ["1"])
  }

  @Test func `a subscriber that comes while another is the last to leave is connected when its call returns`() {
    let input = SignalInput<Int>()
    let (isLeaving, isComing) = (Gate(), Gate())
    let held = Guarded<Tracked?>(
      Tracked {
        isLeaving.open()
        isComing.wait()
        for _ in 0..<20 { yieldProcessor() }
      })
    let upstream = Signal.deferred {
      let once = held.change { resource in
        defer { resource = nil }
        return resource
      }
      return input.signal.map { [once] value in
        once?.touch()
        return value
      }
    }
    let shared = PatientFeed(upstream).signal
    let first = shared.subscribeValues { _ in }
    let leaver = startThread { first.cancel() }
    isLeaving.wait()
    isComing.open()
    let second = Recorder(shared)
    input.send(1)
    leaver.wait()
    waitUntil { second.history == ["1"] }
    expect(second.history, equals: ["1"])
  }

  @Test func `a subscriber waits for a tenth of a second at most until the feed has started`() {
    expect(SharedFeed(Signal<Int>.never(), .unplaced(.operator, "shared")).longestWaitForFeed, equals: 100)
  }

  @Test func `a subscriber waits for no thread that waits for it`() {
    let input = SignalInput<Int>()
    let (isBeginning, hasCome) = (Gate(), Gate())
    let shared = Signal.deferred {
      isBeginning.open()
      hasCome.wait()
      return input.signal
    }.shared()
    let first = Guarded<Recorder<Int>?>(nil)
    let beginner = startThread {
      let recorder = Recorder(shared)
      first.change { $0 = recorder }
    }
    isBeginning.wait()
    let second = Recorder(shared)
    hasCome.open()
    beginner.wait()
    input.send(1)
    expect(second.history, equals: ["1"])
    expect(first.change { $0 }?.history, equals: ["1"])
  }
}

/// Shares a signal as `shared()` does, except that a new subscriber waits for a minute until the feed has started.
///
/// With `shared()` it waits for a tenth of a second (C12). On a busy machine, the thread that starts the feed can be without
/// a processor for longer: it gives its own up twenty times here. The value is then sent before the feed has started and
/// reaches no observer, which the contract allows. So a test that expects the value failed now and then, after a long wait.
private final class PatientFeed<Value: Sendable>: HubLifecycle {
  private let feed: SharedFeed<Value>

  init(_ upstream: Signal<Value>) { feed = SharedFeed(upstream, .unplaced(.operator, "shared")) }

  var longestWaitForFeed: Int { 60_000 }
  var signal: Signal<Value> {
    Signal { [self] downstream, connection in feed.hub.add(downstream, connection, for: self) }
  }

  var startsFeed: Bool { feed.startsFeed }
  func firstObserverAdded() { feed.firstObserverAdded() }
  func lastObserverRemoved() -> Bool { feed.lastObserverRemoved() }
  func ended() { feed.ended() }
}
