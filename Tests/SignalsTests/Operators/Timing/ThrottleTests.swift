import Dispatch
import Signals
import SignalsTesting
import Testing

@Suite("throttle", .leavesNothing) struct ThrottleTests {
  private func throttled(_ script: KeyValuePairs<Int, Event<Int>>, latest: Bool) -> [String] {
    timedHistory(of: script) { signal, clock in signal.throttle(for: .milliseconds(100), latest: latest, on: clock) }
  }

  private let flurry: KeyValuePairs<Int, Event<Int>> = [
    10: .value(1), 30: .value(2), 60: .value(3), 150: .value(4), 400: .value(5), 450: .value(6), 900: .value(7),
  ]

  @Test func `the first at once, then the last of each window at its end`() {
    expect(throttled(flurry, latest: true), equals: ["10 1", "110 3", "210 4", "400 5", "500 6", "900 7"])
  }

  @Test func `without the latest, nothing more in the window`() {
    expect(throttled(flurry, latest: false), equals: ["10 1", "150 4", "400 5", "900 7"])
  }

  @Test(arguments: [true, false])
  func `no value and one value`(_ latest: Bool) {
    expect(throttled([50: .end(.finished)], latest: latest), equals: ["50 |"])
    expect(throttled([50: .end(.failed(Failure("e")))], latest: latest), equals: ["50 #e"])
    expect(throttled([50: .value(1), 60: .end(.finished)], latest: latest), equals: ["50 1", "60 |"])
  }

  @Test func `at the finish the waiting value comes at once, then the finish`() {
    expect(
      throttled([0: .value(1), 20: .value(2), 50: .end(.finished)], latest: true), equals: ["0 1", "50 2", "50 |"])
    expect(throttled([0: .value(1), 20: .value(2), 50: .end(.finished)], latest: false), equals: ["0 1", "50 |"])
  }

  @Test func `a failure comes at once, and the waiting value doesn't`() {
    expect(
      throttled([0: .value(1), 20: .value(2), 50: .end(.failed(Failure("e")))], latest: true), equals: ["0 1", "50 #e"])
  }

  @Test func `a value at the end of the window`() {
    // Nothing waits: the window is over.
    expect(throttled([0: .value(1), 100: .value(2)], latest: true), equals: ["0 1", "100 2"])
    expect(throttled([0: .value(1), 100: .value(2)], latest: false), equals: ["0 1", "100 2"])
    // It comes before the timer, so it is the last of the window.
    expect(throttled([0: .value(1), 50: .value(2), 100: .value(3)], latest: true), equals: ["0 1", "100 3"])

    // It comes after the timer, so it is in the next window.
    let clock = VirtualScheduler()
    let input = SignalInput<Int>()
    let recorder = TimedRecorder(
      input.signal.throttle(for: .milliseconds(100), latest: true, on: clock), on: clock)
    input.send(1)
    input.send(2)
    clock.at(100) { input.send(3) }
    clock.run()
    expect(recorder.history, equals: ["0 1", "100 2", "200 3"])
  }

  @Test(arguments: [true, false])
  func `with an interval of zero everything passes at once`(_ latest: Bool) {
    let clock = VirtualScheduler()
    let input = SignalInput<Int>()
    let recorder = TimedRecorder(input.signal.throttle(for: .zero, latest: latest, on: clock), on: clock)
    for value in 1...3 { input.send(value) }
    expect(recorder.history, equals: ["0 1", "0 2", "0 3"])
    expect(clock.pending, equals: 0)
  }

  @Test func `without the latest it needs no timer`() {
    let clock = VirtualScheduler()
    let input = SignalInput<Int>()
    let recorder = TimedRecorder(
      input.signal.throttle(for: .milliseconds(100), latest: false, on: clock), on: clock)
    for value in 1...3 { input.send(value) }
    expect(recorder.history, equals: ["0 1"])
    expect(clock.pending, equals: 0)
  }

  @Test func `a handler's send is in the window that its value opened`() {
    let clock = VirtualScheduler()
    let input = SignalInput<Int>()
    let recorder = TimedRecorder(
      input.signal.throttle(for: .milliseconds(100), latest: true, on: clock).map { value in
        if value < 3 { input.send(value + 1) }
        return value
      }, on: clock)
    input.send(1)
    clock.run()
    expect(recorder.history, equals: ["0 1", "100 2", "200 3"])
  }

  @Test func `values that are optional may be nil`() {
    let clock = VirtualScheduler()
    let input = SignalInput<Int?>()
    let recorder = TimedRecorder(input.signal.throttle(for: .milliseconds(100), on: clock), on: clock)
    input.send(1)
    input.send(nil)
    clock.run()
    expect(recorder.history, equals: ["0 Optional(1)", "100 nil"])
  }

  @Test func `an error below fails the signal and leaves no timer`() {
    let clock = VirtualScheduler()
    let input = SignalInput<Int>()
    let recorder = TimedRecorder(
      input.signal.throttle(for: .milliseconds(100), on: clock).map { if $0 == 2 { throw Failure("two") } }, on: clock)
    input.send(1)
    input.send(2)
    clock.run()
    input.send(3)
    expect(recorder.history, equals: ["0 ()", "100 #two"])
    expect(clock.pending, equals: 0)
  }

  @Test(arguments: Ending.allCases)
  func `leaves no timer, however it ends`(_ ending: Ending) {
    expect(leftovers(ending) { $0.throttle(for: .milliseconds(300), on: $1) }, equals: Leftovers(timersBefore: 1))
  }

  @Test func `waits by Dispatch where no scheduler is named`() {
    let input = SignalInput<Int>()
    let done = Gate()
    let endpoint = input.signal.throttle(for: .milliseconds(1)).subscribeValues { if $0 == 3 { done.open() } }
    for value in 1...3 { input.send(value) }
    done.wait()
    withExtendedLifetime((input, endpoint)) {}
  }
}
