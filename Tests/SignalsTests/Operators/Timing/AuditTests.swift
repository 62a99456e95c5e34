import Dispatch
import Signals
import SignalsTesting
import Testing

@Suite("audit", .leavesNothing) struct AuditTests {
  private let input = SignalInput<Int>()
  private let moments = (0..<4).map { _ in SignalInput<String>() }

  private func audited(_ script: KeyValuePairs<Int, Event<Int>>) -> [String] {
    timedHistory(of: script) { signal, clock in signal.audit(for: .milliseconds(100), on: clock) }
  }

  // MARK: - By time

  @Test func `emits the latest value when the time has passed since the first one`() {
    expect(
      audited([0: .value(1), 60: .value(2), 120: .value(3), 900: .end(.finished)]), equals: ["100 2", "220 3", "900 |"])
  }

  @Test func `as a timeline`() throws {
    let clock = VirtualScheduler()
    let source = TimelineSource<String>("-abc--d--|", on: clock)
    // A value at the end of a window is in it.
    try timeline(of: source.signal.audit(for: .seconds(2), on: clock), on: clock).expect("---c----d|")
  }

  @Test func `no value and one value`() {
    expect(audited([50: .end(.finished)]), equals: ["50 |"])
    expect(audited([50: .end(.failed(Failure("e")))]), equals: ["50 #e"])
    expect(audited([50: .value(1)]), equals: ["150 1"])
  }

  @Test func `at the finish the waiting value comes at once, at a failure it is dropped`() {
    expect(audited([0: .value(1), 50: .value(2), 70: .end(.finished)]), equals: ["70 2", "70 |"])
    expect(audited([0: .value(1), 50: .value(2), 70: .end(.failed(Failure("e")))]), equals: ["70 #e"])
  }

  @Test func `with an interval of zero, the last of the values before the scheduler's next call`() {
    let clock = VirtualScheduler()
    let recorder = TimedRecorder(input.audit(for: .zero, on: clock), on: clock)
    input.send(1)
    input.send(2)
    expect(recorder.history, equals: [])
    clock.advance(by: .zero)
    expect(recorder.history, equals: ["0 2"])
    expect(clock.pending, equals: 0)
  }

  @Test func `values that don't stop can't hold it back, and need one timer`() {
    let clock = VirtualScheduler()
    let recorder = TimedRecorder(input.audit(for: .milliseconds(100), on: clock), on: clock)
    for value in 1...250 {
      input.send(value)
      expect(clock.pending, equals: 1)
      clock.advance(by: .milliseconds(1))
    }
    expect(recorder.history, equals: ["100 100", "200 200"])
  }

  @Test func `a value that the handler sends opens the next window (C4)`() {
    let clock = VirtualScheduler()
    let recorder = TimedRecorder(
      input.audit(for: .milliseconds(100), on: clock).map { [input] value in
        if value < 3 { input.send(value + 1) }
        return value
      }, on: clock)
    input.send(1)
    clock.run()
    expect(recorder.history, equals: ["100 1", "200 2", "300 3"])
  }

  @Test(arguments: Ending.allCases)
  func `leaves no timer, however it ends (C8)`(_ ending: Ending) {
    expect(leftovers(ending) { $0.audit(for: .milliseconds(200), on: $1) }, equals: Leftovers(timersBefore: 1))
  }

  @Test func `waits by Dispatch where no scheduler is named`() {
    let done = Gate()
    let endpoint = input.audit(for: .milliseconds(1)).subscribeValues { _ in done.open() }
    input.send(1)
    done.wait()
    withExtendedLifetime(endpoint) {}
  }

  // MARK: - By signal

  private var recorder: Recorder<Int> { Recorder(input.audit { [moments] in moments[$0].signal }) }

  @Test func `emits the latest value when the signal of the first one emits`() {
    let recorder = recorder
    input.send(1)
    input.send(2)
    moments[2].send("x")
    expect(recorder.history, equals: [])
    moments[1].send("x")
    expect(recorder.history, equals: ["2"])
    moments[1].send("y")
    input.send(3)
    moments[3].send("x")
    expect(recorder.history, equals: ["2", "3"])
  }

  @Test func `a signal that finishes without a value drops the value, and the next one opens a window`() {
    let recorder = recorder
    input.send(1)
    moments[1].finish()
    input.send(2)
    expect(recorder.history, equals: [])
    moments[2].send("x")
    expect(recorder.history, equals: ["2"])
    expect(history(of: [1, 2]) { $0.audit { _ in Signal<Int>.empty() } }, equals: ["|"])
  }

  @Test func `ends: a finish emits the waiting value, a failure of either drops it`() {
    let finished = recorder
    input.send(1)
    input.send(2)
    input.finish()
    expect(finished.history, equals: ["2", "|"])
    expect(history(of: [1], end: .failed(Failure("e"))) { $0.audit { _ in Signal<Int>.never() } }, equals: ["#e"])
    expect(history(of: [1]) { $0.audit { _ in Signal<Int>.failed(Failure("moment")) } }, equals: ["#moment"])
    expect(history(of: [1, -1, 2]) { $0.audit { .just(try checked($0)) } }, equals: ["1", "#negative"])
  }

  @Test func `a signal that emits at once lets each value pass at once`() {
    expect(history(of: [1, 2]) { $0.audit { _ in .of("x", "y") } }, equals: ["1", "2", "|"])
  }

  @Test func `a cancellation releases both (C8)`() {
    let log = Log<String>()
    let endpoint = input.signal.keeping("own", log)
      .audit { [moments] in moments[$0].signal.keeping("moment", log) }.subscribeValues { _ in }
    input.send(1)
    expect(log.entries, equals: [])
    endpoint.cancel()
    expect(log.entries.sorted(), equals: ["moment released", "own released"])
  }
}
