import Signals
import SignalsTesting
import Testing

/// The clocks of the standard library as schedulers. These are real clocks, so the tests wait for a few milliseconds.
@Suite("Clocks as schedulers", .leavesNothing) struct ClockSchedulingTests {
  /// Both clocks, with the schedulers that they are.
  private static let clocks: [any Scheduler] = [ContinuousClock(), SuspendingClock()]

  @Test(arguments: clocks.indices) func `an action is called once, after the delay, and not within the call`(
    _ index: Int
  ) async {
    let clock = Self.clocks[index]
    let log = Log<Duration>()
    let start = clock.elapsed
    for delay in [Duration.milliseconds(5), .zero, .milliseconds(-5)] {
      _ = clock.schedule(after: delay) { log.append(clock.elapsed - start) }
    }
    while log.entries.count < 3 { await letOthersGoOn() }
    expect(log.entries.filter { $0 >= .milliseconds(5) }.count >= 1)
    expect(log.entries.allSatisfy { $0 >= .zero })
    let later = Log<Void>()
    _ = clock.schedule(after: .milliseconds(5)) { later.append(()) }
    while later.entries.isEmpty { await letOthersGoOn() }
    expect(log.entries.count, equals: 3)
  }

  @Test(arguments: clocks.indices) func `a delay of any length is one that never ends`(_ index: Int) async {
    let clock = Self.clocks[index]
    let log = Log<Void>()
    let timers = [Duration.seconds(Int64.max), .seconds(Int64.max / 2), .seconds(4_000_000_001)].map { delay in
      clock.schedule(after: delay, leeway: delay) { log.append(()) }
    }
    let done = Log<Void>()
    _ = clock.schedule(after: .milliseconds(5)) { done.append(()) }
    while done.entries.isEmpty { await letOthersGoOn() }
    expect(log.entries.count, equals: 0)
    for timer in timers { timer.cancel() }
  }

  @Test(arguments: clocks.indices) func `time doesn't go back`(_ index: Int) async {
    let clock = Self.clocks[index]
    let first = clock.elapsed
    expect(first >= .zero)
    while clock.elapsed == first { await letOthersGoOn() }
    expect(clock.elapsed > first)
  }

  @Test(arguments: clocks.indices) func `a cancelled action is not called, and is released by the cancellation`(
    _ index: Int
  ) async {
    let clock = Self.clocks[index]
    let log = Log<String>()
    let timer: any Cancellable = {
      let tracked = Tracked("action", log)
      return clock.schedule(after: .milliseconds(1)) {
        tracked.touch()
        log.append("called")
      }
    }()
    timer.cancel()
    timer.cancel()
    let done = Log<Void>()
    _ = clock.schedule(after: .milliseconds(5)) { done.append(()) }
    while done.entries.isEmpty { await letOthersGoOn() }
    // The task may have taken the action before the cancellation, and releases it then.
    while log.entries.last != "action released" { await letOthersGoOn() }
    expect(log.entries.filter { $0 == "called" }.count <= 1)
  }

  /// The operator cancels its timer while the action runs, which must not cancel the task that runs it.
  @Test func `an action doesn't find its task cancelled`() async throws {
    for clock in Self.clocks {
      let value = try await Signal.just(1).delay(for: .milliseconds(1), on: clock)
        .map { value in
          try Task.checkCancellation()
          return value
        }
        .firstValue()
      expect(value, equals: 1)
    }
  }

  @Test func `a distant action is released by its cancellation`() {
    for clock in Self.clocks {
      let log = Log<String>()
      let timer: any Cancellable = {
        let tracked = Tracked("action", log)
        return clock.schedule(after: .seconds(1_000_000)) { tracked.touch() }
      }()
      expect(log.entries, equals: [])
      timer.cancel()
      expect(log.entries, equals: ["action released"])
    }
  }

  @Test func `an action that has been called is released`() async {
    for clock in Self.clocks {
      let log = Log<String>()
      let timer: any Cancellable = {
        let tracked = Tracked("action", log)
        return clock.schedule(after: .milliseconds(1)) { tracked.touch() }
      }()
      while log.entries.isEmpty { await letOthersGoOn() }
      expect(log.entries, equals: ["action released"])
      withExtendedLifetime(timer) {}
    }
  }

  @Test func `operators wait on a clock`() async {
    let log = Log<String>()
    let delayed = Signal.of(1, 2).delay(for: .milliseconds(1), on: .continuous)
    let endpoint = delayed.debounce(for: .milliseconds(1), on: .suspending).subscribe { log.append("\($0)") }
    while log.entries.count < 2 { await letOthersGoOn() }
    expect(log.entries, equals: ["value(2)", "finished"])
    endpoint.cancel()
    let ticks = Log<Int>()
    let timer = Signal.timer(every: .milliseconds(1), on: ContinuousClock()).subscribeValues { ticks.append($0) }
    while ticks.entries.count < 3 { await letOthersGoOn() }
    timer.cancel()
    expect(ticks.entries.prefix(3), equals: [0, 1, 2])
  }

  @Test func `the clocks' own names keep their meaning`() async throws {
    let clock: ContinuousClock = .continuous
    let suspending: SuspendingClock = .suspending
    try await Task.sleep(for: .zero, clock: .continuous)
    expect(clock.now <= .now)
    expect(suspending.now <= .now)
  }
}
