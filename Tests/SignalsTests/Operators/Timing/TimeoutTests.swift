import Dispatch
import Signals
import SignalsTesting
import Testing

@Suite("timeout", .leavesNothing) struct TimeoutTests {
  private func timed(_ script: KeyValuePairs<Int, Event<Int>>, timersComeFirst: Bool = false) -> [String] {
    timedHistory(of: script, timersComeFirst: timersComeFirst) { signal, clock in
      signal.timeout(.milliseconds(100), on: clock) { Failure("late") }
    }
  }

  @Test func `fails when nothing has come for the interval, counted from the subscription and from each value`() {
    expect(timed([:]), equals: ["100 #late"])
    expect(timed([90: .value(1), 180: .value(2), 220: .value(3)]), equals: ["90 1", "180 2", "220 3", "320 #late"])
  }

  @Test func `never after the end`() {
    expect(timed([50: .end(.finished)]), equals: ["50 |"])
    expect(timed([50: .value(1), 60: .end(.finished)]), equals: ["50 1", "60 |"])
    expect(timed([50: .end(.failed(Failure("e")))]), equals: ["50 #e"])
  }

  @Test func `nothing comes after it`() {
    expect(timed([150: .value(1), 200: .end(.finished)]), equals: ["100 #late"])
  }

  @Test func `an event at the very instant is in time, whichever timer was set first (C15)`() {
    for timersComeFirst in [false, true] {
      expect(timed([100: .value(1)], timersComeFirst: timersComeFirst), equals: ["100 1", "200 #late"])
      expect(timed([100: .end(.finished)], timersComeFirst: timersComeFirst), equals: ["100 |"])
    }
  }

  @Test func `an event that an operator has scheduled for the very instant is in time (C15)`() throws {
    let (one, two) = (Duration.seconds(1), Duration.seconds(2))
    let rows: [(String, @Sendable (VirtualScheduler) -> Signal<String>)] = [
      ("-a-b-c-d|", { .timeline("a-b-c-d|", on: $0).delay(for: one, on: $0) }),
      ("-a-b-c-(d|)", { clock in .timeline("a-b-c-d|", on: clock).delay { _ in .after(one, on: clock) } }),
      ("-0-1-3(5|)", { clock in counting(clock).throttle(for: two, on: clock) }),
      ("--x-x-(xx|)", { clock in counting(clock).collect(every: two, on: clock).map { _ in "x" } }),
    ]
    for (expected, make) in rows {
      let clock = VirtualScheduler()
      let recorders = [make(clock), make(clock).timeout(two, on: clock)].map { Recorder($0, on: clock) }
      clock.run()
      for recorder in recorders { try recorder.expect(Timeline(expected)) }
    }
    @Sendable func counting(_ clock: VirtualScheduler) -> Signal<String> {
      Signal.timer(every: one, on: clock).prefix(6).map { "\($0)" }
    }
  }

  @Test func `the first value, and a value after a value, may come at the very instant from an operator (C15)`() throws
  {
    let clock = VirtualScheduler()
    let signal = Signal<String>.timeline("a-b-c-d|", on: clock).delay(for: .seconds(3), on: clock)
    let recorder = Recorder(signal.timeout(first: .seconds(3), each: .seconds(2), on: clock), on: clock)
    clock.run()
    try recorder.expect("---a-b-c-d|")
  }

  @Test func `what is scheduled for the very instant only then is late`() {
    let clock = VirtualScheduler()
    let input = SignalInput<Int>()
    let recorder = TimedRecorder(
      input.delay(for: .zero, on: clock).timeout(.milliseconds(100), on: clock) { Failure("late") }, on: clock)
    clock.at(100) { input.send(1) }
    clock.run()
    expect(recorder.history, equals: ["100 #late"])
  }

  @Test(
    arguments: ["---e|", "---|", "---#", "---(e|)", "--e--e--(e|)"],
    [TimelineBeginning.withEachSubscription, .whenMade])
  func `an event of the source at the very instant comes first (C15)`(
    _ events: String, _ beginning: TimelineBeginning
  ) throws {
    let clock = VirtualScheduler()
    let source = TimelineSource<String>(Timeline(events), on: clock, begins: beginning)
    let recorder = Recorder(source.signal.timeout(.seconds(3), on: clock), on: clock)
    clock.run()
    try recorder.expect(Timeline(events))
  }

  @Test(arguments: [[], [50], [50, 150], [50, 100, 199]])
  func `of two timeouts that are up at the same instant, the upper one fails (C15)`(_ times: [Int]) {
    let clock = VirtualScheduler()
    let input = SignalInput<Int>()
    for time in times { clock.at(time) { input.send(time) } }
    let recorder = TimedRecorder(
      input.signal
        .timeout(.milliseconds(100), on: clock) { Failure("upper") }
        .timeout(.milliseconds(100), on: clock) { Failure("lower") },
      on: clock)
    clock.run()
    expect(recorder.history, equals: times.map { "\($0) \($0)" } + ["\((times.last ?? 0) + 100) #upper"])
    withExtendedLifetime(input) {}
  }

  @Test func `the error says how long it has waited, unless it is the caller's`() {
    let clock = VirtualScheduler()
    let recorder = Recorder(Signal<Int>.never().timeout(.milliseconds(100), on: clock))
    clock.run()
    guard case .failed(let error as TimeoutError) = recorder.end else {
      Issue.record("it ended as \(recorder.history)")
      return
    }
    expect(error, equals: TimeoutError(interval: .milliseconds(100)))
    expect("\(error)", equals: "no value for 0.1 seconds")
  }

  @Test func `where making the error fails, that is the error`() {
    let clock = VirtualScheduler()
    let recorder = Recorder(
      Signal<Int>.never().timeout(.milliseconds(100), on: clock) { throw Failure("thrown") })
    clock.run()
    expect(recorder.history, equals: ["#thrown"])
  }

  @Test func `cancels its upstream`() {
    let clock = VirtualScheduler()
    let input = SignalInput<Int>()
    let log = Log<String>()
    let above = Tracked("above", log)
    let recorder = Recorder(
      input.signal.map { [above] value in
        above.touch()
        return value
      }.timeout(.milliseconds(100), on: clock))
    _ = consume above
    clock.run()
    expect(recorder.end != nil)
    expect(log.entries, equals: ["above released"])
    withExtendedLifetime(input) {}
  }

  @Test func `a handler that takes its time is not held against the signal`() {
    let clock = VirtualScheduler()
    let input = SignalInput<Int>()
    let late = LateScheduler(clock)
    let recorder = TimedRecorder(
      input.signal.timeout(.milliseconds(100), on: late) { Failure("late") }.map { value in
        late.take(.milliseconds(80))
        return value
      }, on: clock)
    clock.advance(by: .milliseconds(50))
    input.send(1)
    clock.run()
    // The value came at 50, and had been handled at 130.
    expect(recorder.history, equals: ["50 1", "150 #late"])
    withExtendedLifetime(input) {}
  }

  @Test func `with an interval of zero it fails at the scheduler's first call, unless the end is there`() {
    let clock = VirtualScheduler()
    let never = TimedRecorder(Signal<Int>.never().timeout(.zero, on: clock) { Failure("late") }, on: clock)
    let ended = TimedRecorder(Signal.of(1).timeout(.zero, on: clock) { Failure("late") }, on: clock)
    expect(never.history, equals: [])
    expect(ended.history, equals: ["0 1", "0 |"])
    expect(clock.pending, equals: 1)
    clock.run()
    expect(never.history, equals: ["0 #late"])
  }

  @Test func `a handler's send counts`() {
    let clock = VirtualScheduler()
    let input = SignalInput<Int>()
    let recorder = TimedRecorder(
      input.signal.timeout(.milliseconds(100), on: clock) { Failure("late") }.map { value in
        if value == 1 { input.send(2) }
        return value
      }, on: clock)
    clock.advance(by: .milliseconds(50))
    input.send(1)
    clock.run()
    expect(recorder.history, equals: ["50 1", "50 2", "150 #late"])
  }

  @Test func `however many values come, there is one timer`() {
    let clock = VirtualScheduler()
    let input = SignalInput<Int>()
    let recorder = Recorder(input.signal.timeout(.milliseconds(100), on: clock))
    for value in 1...1_000 {
      input.send(value)
      clock.advance(by: .milliseconds(7))
      expect(clock.pending, equals: 1)
    }
    expect(recorder.values.count, equals: 1_000)
  }

  @Test(arguments: Ending.allCases)
  func `leaves no timer, however it ends`(_ ending: Ending) {
    expect(leftovers(ending) { $0.timeout(.milliseconds(400), on: $1) }, equals: Leftovers(timersBefore: 1))
  }

  @Test func `an error below leaves no timer`() {
    let clock = VirtualScheduler()
    let input = SignalInput<Int>()
    let recorder = Recorder(input.signal.timeout(.milliseconds(100), on: clock).map { throw Failure("\($0)") })
    input.send(1)
    expect(recorder.history, equals: ["#1"])
    expect(clock.pending, equals: 0)
  }

  @Test func `waits by Dispatch where no scheduler is named`() {
    let done = Gate()
    let endpoint = Signal<Int>.never().timeout(.milliseconds(1)).subscribe { event in
      if case .end(.failed(is TimeoutError)) = event { done.open() }
    }
    done.wait()
    expect(!endpoint.isActive)
  }

  // MARK: - A limit for the first value

  private func limited(_ script: KeyValuePairs<Int, Event<Int>>, first: Int, each: Int?) -> [String] {
    timedHistory(of: script) { signal, clock in
      signal.timeout(first: .milliseconds(first), each: each.map { .milliseconds($0) }, on: clock)
    }
  }

  @Test func `the first value has a limit of its own`() {
    expect(limited([:], first: 300, each: 100), equals: ["300 #no value for 0.3 seconds"])
    expect(
      limited([250: .value(1), 340: .value(2)], first: 300, each: 100),
      equals: ["250 1", "340 2", "440 #no value for 0.1 seconds"])
    expect(
      limited([10: .value(1), 200: .value(2)], first: 50, each: 300),
      equals: ["10 1", "200 2", "500 #no value for 0.3 seconds"])
    expect(limited([10: .value(1)], first: 300, each: 100), equals: ["10 1", "110 #no value for 0.1 seconds"])
  }

  @Test func `without a limit for later values, only the first has one, and no timer is left`() {
    expect(limited([10: .value(1), 5_000: .value(2)], first: 50, each: nil), equals: ["10 1", "5000 2"])
    expect(limited([60: .value(1)], first: 50, each: nil), equals: ["50 #no value for 0.05 seconds"])
    let clock = VirtualScheduler()
    let input = SignalInput<Int>()
    let recorder = Recorder(input.timeout(first: .seconds(60), on: clock))
    expect(clock.pending, equals: 1)
    input.send(1)
    expect(clock.pending, equals: 0)
    expect(recorder.history, equals: ["1"])
  }

  @Test func `the first value may arrive within the subscribing call, or at the very instant (C15)`() {
    let clock = VirtualScheduler()
    let recorder = TimedRecorder(
      Signal.just(1).append(.never()).timeout(first: .seconds(9), each: .seconds(2), on: clock), on: clock)
    clock.run()
    expect(recorder.history, equals: ["0 1", "2000 #no value for 2.0 seconds"])
    expect(limited([50: .value(1), 60: .end(.finished)], first: 50, each: 100), equals: ["50 1", "60 |"])
  }

  @Test(arguments: Ending.allCases)
  func `with two limits, leaves no timer, however it ends`(_ ending: Ending) {
    expect(
      leftovers(ending) { $0.timeout(first: .seconds(9), each: .milliseconds(400), on: $1) },
      equals: Leftovers(timersBefore: 1))
  }
}
