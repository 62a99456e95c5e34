import Dispatch
import Signals
import SignalsTesting
import Testing

@Suite("timer and after", .leavesNothing) struct TimerTests {
  @Test func `a timer counts from zero, one number after each interval`() {
    let clock = VirtualScheduler()
    let recorder = TimedRecorder(.timer(every: .seconds(1), on: clock), on: clock)
    expect(recorder.history, equals: [])
    clock.advance(by: .milliseconds(3_999))
    expect(recorder.history, equals: ["1000 0", "2000 1", "3000 2"])
    clock.advance(by: .milliseconds(1))
    expect(recorder.history.last, equals: "4000 3")
    expect(clock.pending, equals: 1)
  }

  @Test func `each subscription counts for itself`() {
    let clock = VirtualScheduler()
    let timer = Signal.timer(every: .seconds(1), on: clock)
    let first = TimedRecorder(timer, on: clock)
    clock.advance(by: .milliseconds(1_500))
    let second = TimedRecorder(timer, on: clock)
    clock.advance(by: .seconds(1))
    expect(first.history, equals: ["1000 0", "2000 1"])
    expect(second.history, equals: ["2500 0"])
  }

  @Test func `a cancel leaves no timer, from outside and from inside`() {
    let clock = VirtualScheduler()
    let recorder = Recorder(Signal.timer(every: .seconds(1), on: clock))
    clock.advance(by: .seconds(2))
    recorder.cancel()
    expect(clock.pending, equals: 0)

    let log = Log<Int>()
    let endpoint = Signal.timer(every: .seconds(1), on: clock).subscribeWhile { value in
      log.append(value)
      return value < 2
    }
    clock.run()
    expect(log.entries, equals: [0, 1, 2])
    expect(!endpoint.isActive)
    expect(clock.pending, equals: 0)
    expect(Recorder(Signal.timer(every: .seconds(1), on: clock).prefix(0)).history, equals: ["|"])
    expect(clock.pending, equals: 0)
  }

  @Test func `an error below ends it`() {
    let clock = VirtualScheduler()
    let recorder = TimedRecorder(
      Signal.timer(every: .seconds(1), on: clock).map { if $0 == 1 { throw Failure("one") } }, on: clock)
    clock.run()
    expect(recorder.history, equals: ["1000 ()", "2000 #one"])
  }

  @Test func `a late tick doesn't make the next ones late`() {
    let clock = VirtualScheduler()
    let late = LateScheduler(clock)
    let times = Log<Duration>()
    let endpoint = Signal.timer(every: .seconds(1), on: late).subscribeValues { value in
      times.append(late.elapsed)
      if value == 1 { late.take(.milliseconds(300)) }
    }
    clock.advance(by: .seconds(4))
    expect(times.entries, equals: [.seconds(1), .seconds(2), .seconds(3), .seconds(4)])
    withExtendedLifetime(endpoint) {}
  }

  @Test func `ticks that a slow handler misses are left out, without a gap in the numbers`() {
    let clock = VirtualScheduler()
    let late = LateScheduler(clock)
    let ticks = Log<String>()
    let endpoint = Signal.timer(every: .seconds(1), on: late).subscribeValues { value in
      ticks.append("\(late.elapsed) \(value)")
      if value == 0 { late.take(.milliseconds(2_300)) }
      if value == 1 { late.take(.seconds(1)) }
    }
    clock.advance(by: .seconds(4))
    // The first is over at 3.3, the second exactly at the next tick, which is too late for that.
    expect(ticks.entries, equals: ["1.0 seconds 0", "4.0 seconds 1", "6.0 seconds 2", "7.0 seconds 3"])
    withExtendedLifetime(endpoint) {}
  }

  @Test func `the first number may have a delay of its own`() {
    let clock = VirtualScheduler()
    let late = TimedRecorder(.timer(after: .milliseconds(300), every: .seconds(1), on: clock), on: clock)
    let atOnce = TimedRecorder(.timer(after: .zero, every: .seconds(2), on: clock), on: clock)
    expect(atOnce.history, equals: [])
    clock.advance(by: .zero)
    expect(atOnce.history, equals: ["0 0"])
    clock.advance(by: .seconds(4))
    expect(late.history, equals: ["300 0", "1300 1", "2300 2", "3300 3"])
    expect(atOnce.history, equals: ["0 0", "2000 1", "4000 2"])
    late.cancel()
    atOnce.cancel()
    expect(clock.pending, equals: 0)
  }

  @Test func `with an interval of zero, each call of the scheduler emits a number`() {
    let clock = VirtualScheduler()
    let recorder = TimedRecorder(Signal.timer(every: .zero, on: clock).prefix(3), on: clock)
    let delayed = TimedRecorder(
      Signal.timer(after: .seconds(1), every: .zero, on: clock).prefix(2), on: clock)
    expect(recorder.history, equals: [])
    clock.run()
    expect(recorder.history, equals: ["0 0", "0 1", "0 2", "0 |"])
    expect(delayed.history, equals: ["1000 0", "1000 1", "1000 |"])
    let done = Gate()
    let endpoint = Signal.timer(every: .zero).prefix(100).subscribe { if case .end = $0 { done.open() } }
    done.wait()
    withExtendedLifetime(endpoint) {}
  }

  @Test func `after a while comes one value, then the finish`() {
    let clock = VirtualScheduler()
    let word = TimedRecorder(.after(.seconds(1), "now", on: clock), on: clock)
    let news = TimedRecorder(Signal.after(.seconds(2), on: clock), on: clock)
    let atOnce = TimedRecorder(.after(.zero, 0, on: clock), on: clock)
    expect(atOnce.history, equals: [])
    clock.run()
    expect(word.history, equals: ["1000 now", "1000 |"])
    expect(news.history, equals: ["2000 ()", "2000 |"])
    expect(atOnce.history, equals: ["0 0", "0 |"])
  }

  @Test func `nothing comes after a cancel, and no timer is left`() {
    let clock = VirtualScheduler()
    let log = Log<String>()
    let recorder = Recorder(Signal.after(.seconds(1), Tracked("value", log), on: clock))
    expect(clock.pending, equals: 1)
    recorder.cancel()
    expect(clock.pending, equals: 0)
    clock.run()
    expect(recorder.history, equals: [])
  }

  @Test func `a cancel inside the handler keeps the finish back`() {
    let clock = VirtualScheduler()
    let log = Log<String>()
    let bag = CancellableBag()
    Signal.after(.seconds(1), 1, on: clock).subscribe { event in
      log.append("\(event)")
      bag.cancel()
    }.store(in: bag)
    clock.run()
    expect(log.entries, equals: ["value(1)"])
  }

  @Test func `their types are inferred`() {
    let clock = VirtualScheduler()
    let input = SignalInput<Int>()
    let recorder = TimedRecorder(
      input.signal.prefix(untilOutputFrom: .after(.seconds(1), on: clock)), on: clock)
    clock.run()
    expect(recorder.history, equals: ["1000 |"])
    withExtendedLifetime(input) {}
  }

  @Test func `they wait by Dispatch where no scheduler is named`() {
    let done = Gate()
    let log = Log<Int>()
    let timer = Signal.timer(every: .milliseconds(1)).subscribeWhile { value in
      log.append(value)
      if value == 3 { done.open() }
      return value < 3
    }
    done.wait()
    expect(log.entries, equals: [0, 1, 2, 3])
    let passed = Gate()
    let after = Signal.after(.milliseconds(1)).subscribe { if case .end(.finished) = $0 { passed.open() } }
    passed.wait()
    withExtendedLifetime((timer, after)) {}
  }
}
