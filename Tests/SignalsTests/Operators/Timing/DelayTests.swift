import Dispatch
import Signals
import SignalsTesting
import Testing

@Suite("delay", .leavesNothing) struct DelayTests {
  private func delayed(_ script: KeyValuePairs<Int, Event<Int>>, by milliseconds: Int = 100) -> [String] {
    timedHistory(of: script) { signal, clock in signal.delay(for: .milliseconds(milliseconds), on: clock) }
  }

  @Test func `values and the finish come later, in order and with their distances`() {
    expect(
      delayed([0: .value(1), 30: .value(2), 31: .value(3), 500: .end(.finished)]),
      equals: ["100 1", "130 2", "131 3", "600 |"])
  }

  @Test func `no value and one value`() {
    expect(delayed([50: .end(.finished)]), equals: ["150 |"])
    expect(delayed([50: .value(1)]), equals: ["150 1"])
  }

  @Test func `a failure comes at once, and waiting values don't`() {
    expect(delayed([0: .value(1), 50: .value(2), 120: .end(.failed(Failure("e")))]), equals: ["100 1", "120 #e"])
  }

  @Test func `values of one instant stay in order, and come at one instant`() {
    let clock = VirtualScheduler()
    let input = SignalInput<Int>()
    let recorder = TimedRecorder(input.signal.delay(for: .milliseconds(100), on: clock), on: clock)
    for value in 1...1_000 { input.send(value) }
    input.finish()
    expect(clock.pending, equals: 1)
    clock.advance(by: .milliseconds(99))
    expect(recorder.history, equals: [])
    clock.advance(by: .milliseconds(1))
    expect(recorder.history, equals: (1...1_000).map { "100 \($0)" } + ["100 |"])
    expect(clock.pending, equals: 0)
  }

  @Test func `each value is a turn of its own, though they come at one instant`() {
    let clock = VirtualScheduler()
    let input = SignalInput<Int>()
    let delayed = input.signal.delay(for: .milliseconds(100), on: clock).shared()
    let recorder = Recorder(combineLatest(delayed, delayed.map { -$0 }).map { "\($0) \($1)" })
    for value in 1...3 { input.send(value) }
    clock.run()
    expect(recorder.history, equals: ["1 -1", "2 -2", "3 -3"])
    withExtendedLifetime(input) {}
  }

  @Test func `a later value precedes what handlers of the present one have scheduled for its time (C15)`() throws {
    let clock = VirtualScheduler()
    let source = TimelineSource<String>("-a-b-c", on: clock)
    let (two, three) = (Duration.seconds(2), Duration.seconds(3))
    let recorders = [
      source.signal.debounce(for: two, on: clock).delay(for: three, on: clock),
      source.signal.delay(for: three, on: clock).debounce(for: two, on: clock),
      source.signal.delay { _ in .after(three, on: clock) }.debounce(for: two, on: clock),
    ].map { Recorder($0, on: clock) }
    clock.run()
    for recorder in recorders { try recorder.expect("----------c") }
  }

  @Test(arguments: [true, false]) func `an end inside leaves no timer of a later value (C8)`(_ cancels: Bool) {
    let clock = VirtualScheduler()
    let input = SignalInput<Int>()
    let log = Log<String>()
    let endpoint = input.signal.delay(for: .milliseconds(100), on: clock).subscribeWhile { value in
      log.append("\(clock.elapsed / .milliseconds(1)) \(value)")
      if !cancels { input.fail(Failure()) }
      return !cancels
    }
    for time in [0, 50] { clock.at(time) { input.send(time) } }
    clock.advance(by: .milliseconds(100))
    expect(log.entries, equals: ["100.0 0"])
    expect(!endpoint.isActive)
    expect(clock.pending, equals: 0)
  }

  @Test func `a value that a handler sends meanwhile follows those that wait`() {
    let clock = VirtualScheduler()
    let input = SignalInput<Int>()
    let recorder = TimedRecorder(
      input.signal.delay(for: .milliseconds(100), on: clock).map { value in
        if value < 3 { input.send(value + 10) }
        return value
      }, on: clock)
    for (time, value) in [(0, 1), (50, 2), (100, 3)] { clock.at(time) { input.send(value) } }
    clock.run()
    expect(recorder.history, equals: ["100 1", "150 2", "200 3", "200 11", "250 12"])
    withExtendedLifetime(input) {}
  }

  @Test func `a flood gives the scheduler back now and then`() {
    let clock = VirtualScheduler()
    let input = SignalInput<Int>()
    let recorder = Recorder(input.signal.delay(for: .milliseconds(100), on: clock))
    for value in 1...1_000 { input.send(value) }
    let seen = Log<Int>()
    clock.at(100) { seen.append(recorder.values.count) }
    clock.run()
    expect(seen.entries.allSatisfy { $0 < 1_000 })
    expect(recorder.values, equals: Array(1...1_000))
    withExtendedLifetime(input) {}
  }

  @Test func `with an interval of zero everything waits for the scheduler's next call`() {
    let clock = VirtualScheduler()
    let input = SignalInput<Int>()
    let recorder = TimedRecorder(input.signal.delay(for: .zero, on: clock), on: clock)
    input.send(1)
    input.send(2)
    expect(recorder.history, equals: [])
    clock.advance(by: .zero)
    expect(recorder.history, equals: ["0 1", "0 2"])
    withExtendedLifetime(input) {}
  }

  @Test func `a handler's send is delayed in its turn`() {
    let clock = VirtualScheduler()
    let input = SignalInput<Int>()
    let recorder = TimedRecorder(
      input.signal.delay(for: .milliseconds(100), on: clock).map { value in
        if value < 3 { input.send(value + 1) } else { input.finish() }
        return value
      }, on: clock)
    input.send(1)
    clock.run()
    expect(recorder.history, equals: ["100 1", "200 2", "300 3", "400 |"])
  }

  @Test func `a failure that the handler sends overtakes due values`() {
    let clock = VirtualScheduler()
    let input = SignalInput<Int>()
    let recorder = TimedRecorder(
      input.signal.delay(for: .milliseconds(100), on: clock).map { value in
        input.fail(Failure("e"))
        return value
      }, on: clock)
    for value in 1...3 { input.send(value) }
    clock.run()
    expect(recorder.history, equals: ["100 1", "100 #e"])
    expect(clock.pending, equals: 0)
  }

  @Test func `a cancel inside keeps back values that are due at the same instant`() {
    let clock = VirtualScheduler()
    let input = SignalInput<Int>()
    let log = Log<Int>()
    let endpoint = input.signal.delay(for: .milliseconds(100), on: clock)
      .map { value in
        log.append(value)
        return value
      }
      .subscribeWhile { _ in false }
    for value in 1...3 { input.send(value) }
    clock.run()
    expect(log.entries, equals: [1])
    expect(!endpoint.isActive)
    expect(clock.pending, equals: 0)
  }

  @Test func `an error below fails the signal, and nothing else comes`() {
    let clock = VirtualScheduler()
    let input = SignalInput<Int>()
    let recorder = TimedRecorder(
      input.signal.delay(for: .milliseconds(100), on: clock).map { if $0 == 2 { throw Failure("two") } }, on: clock)
    for value in 1...4 { input.send(value) }
    clock.run()
    expect(recorder.history, equals: ["100 ()", "100 #two"])
    expect(clock.pending, equals: 0)
  }

  @Test func `waiting values are released with the subscription`() {
    let log = Log<String>()
    let input = SignalInput<Tracked>()
    let clock = VirtualScheduler()
    let endpoint = input.signal.delay(for: .milliseconds(100), on: clock).subscribeValues { _ in }
    input.send(Tracked("first", log))
    clock.advance(by: .milliseconds(50))
    input.send(Tracked("second", log))
    clock.advance(by: .milliseconds(50))
    expect(log.entries, equals: ["first released"])
    endpoint.cancel()
    expect(log.entries, equals: ["first released", "second released"])
  }

  @Test(arguments: [Ending.fail, .cancel, .cancelInHandler])
  func `leaves no timer, however it ends`(_ ending: Ending) {
    expect(leftovers(ending) { $0.delay(for: .milliseconds(200), on: $1) }, equals: Leftovers(timersBefore: 1))
  }

  @Test func `waits by Dispatch where no scheduler is named, and keeps the order`() {
    let input = SignalInput<Int>()
    let done = Gate()
    let log = Log<Int>()
    let endpoint = input.signal.delay(for: .milliseconds(1)).subscribe { event in
      switch event {
      case .value(let value): log.append(value)
      case .end: done.open()
      }
    }
    for value in 1...5_000 { input.send(value) }
    input.finish()
    done.wait()
    expect(log.entries, equals: Array(1...5_000))
    withExtendedLifetime(endpoint) {}
  }
}
