import Dispatch
import Signals
import SignalsTesting
import Testing

@Suite("debounce", .leavesNothing) struct DebounceTests {
  private func debounced(_ script: KeyValuePairs<Int, Event<Int>>, for milliseconds: Int = 100) -> [String] {
    timedHistory(of: script) { signal, clock in signal.debounce(for: .milliseconds(milliseconds), on: clock) }
  }

  @Test func `passes on the last value of each flurry, when it has been quiet for the interval`() {
    expect(
      debounced([0: .value(1), 60: .value(2), 120: .value(3), 300: .value(4), 900: .end(.finished)]),
      equals: ["220 3", "400 4", "900 |"])
  }

  @Test func `no value and one value`() {
    expect(debounced([50: .end(.finished)]), equals: ["50 |"])
    expect(debounced([50: .end(.failed(Failure("e")))]), equals: ["50 #e"])
    expect(debounced([50: .value(1)]), equals: ["150 1"])
  }

  @Test func `at the finish the waiting value comes at once, then the finish`() {
    expect(debounced([0: .value(1), 50: .value(2), 70: .end(.finished)]), equals: ["70 2", "70 |"])
  }

  @Test func `a failure comes at once, and the waiting value doesn't`() {
    expect(debounced([0: .value(1), 50: .value(2), 70: .end(.failed(Failure("e")))]), equals: ["70 #e"])
  }

  @Test func `at the very instant, the first to come decides`() {
    // The source's second value comes before the timer, and takes the place of the first.
    expect(debounced([0: .value(1), 100: .value(2)]), equals: ["200 2"])

    let clock = VirtualScheduler()
    let input = SignalInput<Int>()
    let recorder = TimedRecorder(input.signal.debounce(for: .milliseconds(100), on: clock), on: clock)
    input.send(1)
    clock.at(100) { input.send(2) }
    clock.run()
    expect(recorder.history, equals: ["100 1", "200 2"])
  }

  @Test func `with an interval of zero, the last value sent before the scheduler calls`() {
    let clock = VirtualScheduler()
    let input = SignalInput<Int>()
    let recorder = TimedRecorder(input.signal.debounce(for: .zero, on: clock), on: clock)
    input.send(1)
    input.send(2)
    expect(recorder.history, equals: [])
    clock.advance(by: .zero)
    expect(recorder.history, equals: ["0 2"])
    input.send(3)
    input.finish()
    expect(recorder.history, equals: ["0 2", "0 3", "0 |"])
    expect(clock.pending, equals: 0)
  }

  @Test func `however many values wait in turn, there is one timer`() {
    let clock = VirtualScheduler()
    let input = SignalInput<Int>()
    let recorder = TimedRecorder(input.signal.debounce(for: .milliseconds(100), on: clock), on: clock)
    for value in 1...1_000 {
      input.send(value)
      clock.advance(by: .milliseconds(1))
      expect(clock.pending, equals: 1)
    }
    clock.run()
    expect(recorder.history, equals: ["1099 1000"])
    withExtendedLifetime(input) {}
  }

  @Test func `a handler's send waits in its turn`() {
    let clock = VirtualScheduler()
    let input = SignalInput<Int>()
    let recorder = TimedRecorder(
      input.signal.debounce(for: .milliseconds(100), on: clock).map { value in
        if value < 3 { input.send(value + 1) }
        return value
      }, on: clock)
    input.send(1)
    clock.run()
    expect(recorder.history, equals: ["100 1", "200 2", "300 3"])
  }

  @Test func `values that are optional may be nil`() {
    let clock = VirtualScheduler()
    let input = SignalInput<Int?>()
    let recorder = TimedRecorder(input.signal.debounce(for: .milliseconds(100), on: clock), on: clock)
    input.send(nil)
    clock.run()
    expect(recorder.history, equals: ["100 nil"])
  }

  @Test func `an error below fails the signal and leaves no timer, also when it comes from the finish`() {
    let clock = VirtualScheduler()
    let input = SignalInput<Int>()
    let recorder = TimedRecorder(
      input.signal.debounce(for: .milliseconds(100), on: clock).map { throw Failure("\($0)") }, on: clock)
    input.send(1)
    input.finish()
    expect(recorder.history, equals: ["0 #1"])
    expect(clock.pending, equals: 0)
  }

  @Test func `two subscriptions wait each for itself`() {
    let clock = VirtualScheduler()
    let input = SignalInput<Int>()
    let debounced = input.signal.debounce(for: .milliseconds(100), on: clock)
    let first = TimedRecorder(debounced, on: clock)
    input.send(1)
    clock.advance(by: .milliseconds(50))
    let second = TimedRecorder(debounced, on: clock)
    clock.run()
    expect(first.history, equals: ["100 1"])
    expect(second.history, equals: [])
    withExtendedLifetime(input) {}
  }

  @Test func `the waiting value is released with the subscription`() {
    let log = Log<String>()
    let input = SignalInput<Tracked>()
    let clock = VirtualScheduler()
    let endpoint = input.signal.debounce(for: .milliseconds(100), on: clock).subscribeValues { _ in }
    input.send(Tracked("value", log))
    expect(log.entries, equals: [])
    endpoint.cancel()
    expect(log.entries, equals: ["value released"])
  }

  @Test(arguments: Ending.allCases)
  func `leaves no timer, however it ends`(_ ending: Ending) {
    expect(
      leftovers(ending) { $0.debounce(for: .milliseconds(200), on: $1) }, equals: Leftovers(timersBefore: 1))
  }

  @Test func `waits by Dispatch where no scheduler is named`() {
    let input = SignalInput<Int>()
    let done = Gate()
    let log = Log<Int>()
    let endpoint = input.signal.debounce(for: .milliseconds(1)).subscribeValues { value in
      log.append(value)
      if value == 2 { done.open() }
    }
    input.send(1)
    input.send(2)
    done.wait()
    expect(log.entries.last, equals: 2)
    withExtendedLifetime((input, endpoint)) {}
  }

  @Test func `the queue to wait on may be named in short`() {
    let input = SignalInput<Int>()
    let done = Gate()
    let endpoint = input.signal.debounce(for: .milliseconds(1), on: .global).delay(for: .zero, on: .global())
      .delay(for: .zero, on: .global(qos: .utility))
      .subscribe { event in if case .end = event { done.open() } }
    let onMain = input.signal.debounce(for: .milliseconds(300), on: .main).subscribeValues { _ in }
    input.finish()
    done.wait()
    withExtendedLifetime((endpoint, onMain)) {}
  }
}
