import Signals
import SignalsTesting
import Testing

@Suite("delaySubscription", .leavesNothing) struct DelaySubscriptionTests {
  private let clock = VirtualScheduler()

  @Test func `subscribes after the interval, and misses earlier values (C15)`() throws {
    let source = TimelineSource<String>("-a-b-c|", on: clock, begins: .whenMade)
    let recorder = Recorder(source.signal.delaySubscription(for: .seconds(2), on: clock), on: clock)
    clock.run()
    try recorder.expect("---b-c|")
    expect(source.subscriptions, equals: ["--^---!"])
  }

  @Test func `a recipe begins at that time`() throws {
    let source = TimelineSource<String>("a-b#", on: clock)
    let recorder = Recorder(source.signal.delaySubscription(for: .seconds(3), on: clock), on: clock)
    clock.run()
    try recorder.expect("---a-b#")
  }

  @Test func `with an interval of zero it subscribes at the scheduler's next call`() {
    let log = Log<String>()
    let recorder = Recorder(counted(Signal.of(1, 2), log).delaySubscription(for: .zero, on: clock))
    expect(log.entries, equals: [])
    clock.run()
    expect(recorder.history, equals: ["1", "2", "|"])
    expect(log.entries, equals: ["subscribed", "subscription released"])
  }

  @Test func `a cancellation in the meantime prevents the subscription, and leaves no timer (C6, C8)`() {
    let log = Log<String>()
    let recorder = Recorder(counted(Signal.of(1), log).delaySubscription(for: .seconds(1), on: clock))
    clock.advance(by: .milliseconds(999))
    expect(clock.pending, equals: 1)
    recorder.cancel()
    expect(clock.pending, equals: 0)
    clock.run()
    expect(log.entries, equals: [])
    expect(recorder.history, equals: [])
  }

  @Test func `an endless sequence stops when the handler cancels (C6)`() {
    let recorder = Recorder(Signal.from(0...).delaySubscription(for: .seconds(1), on: clock).prefix(2))
    clock.run()
    expect(recorder.history, equals: ["0", "1", "|"])
  }

  @Test func `each subscription waits for itself (C2)`() {
    let input = SignalInput<Int>()
    let delayed = input.delaySubscription(for: .seconds(1), on: clock)
    let first = Recorder(delayed)
    clock.advance(by: .milliseconds(500))
    let second = Recorder(delayed)
    clock.advance(by: .milliseconds(500))
    input.send(1)
    clock.advance(by: .milliseconds(500))
    input.send(2)
    expect(first.history, equals: ["1", "2"])
    expect(second.history, equals: ["2"])
  }

  @Test func `a cancellation releases the upstream (C8)`() {
    let log = Log<String>()
    let input = SignalInput<Int>()
    let recorder = Recorder(input.signal.keeping("upstream", log).delaySubscription(for: .seconds(1), on: clock))
    clock.run()
    input.send(1)
    recorder.cancel()
    expect(recorder.history, equals: ["1"])
    expect(log.entries, equals: ["upstream released"])
  }
}
