import Signals
import SignalsTesting
import Testing

@Suite("prefix(for:)", .leavesNothing) struct PrefixByTimeTests {
  private func timed(_ script: KeyValuePairs<Int, Event<Int>>, timersComeFirst: Bool = false) -> [String] {
    timedHistory(of: script, timersComeFirst: timersComeFirst) { $0.prefix(for: .milliseconds(100), on: $1) }
  }

  @Test func `values until the time has passed, then the finish (C15)`() throws {
    let clock = VirtualScheduler()
    let source = TimelineSource<String>("-a-b--c-d|", on: clock, begins: .whenMade)
    let recorder = Recorder(source.signal.prefix(for: .seconds(5), on: clock), on: clock)
    clock.run()
    try recorder.expect("-a-b-|")
    expect(source.subscriptions, equals: ["^----!"])
  }

  @Test func `an end before that time passes at once, and leaves no timer`() {
    expect(timed([10: .value(1), 20: .end(.finished)]), equals: ["10 1", "20 |"])
    expect(timed([10: .value(1), 20: .end(.failed(Failure("e")))]), equals: ["10 1", "20 #e"])
    expect(timed([:]), equals: ["100 |"])
  }

  @Test(arguments: [false, true])
  func `a value at the very instant comes too late, in either order with the timer`(_ timersComeFirst: Bool) {
    expect(
      timed([99: .value(1), 100: .value(2), 101: .value(3)], timersComeFirst: timersComeFirst),
      equals: ["99 1", "100 |"])
  }

  @Test func `prefix and dropFirst of the same time share the values between them`() {
    let clock = VirtualScheduler()
    let input = SignalInput<Int>()
    let prefix = Recorder(input.prefix(for: .seconds(2), on: clock))
    let rest = Recorder(input.dropFirst(for: .seconds(2), on: clock))
    for value in 0..<5 {
      input.send(value)
      clock.advance(by: .seconds(1))
    }
    expect(prefix.history, equals: ["0", "1", "|"])
    expect(rest.history, equals: ["2", "3", "4"])
  }

  @Test func `with an interval of zero it finishes at once and doesn't subscribe`() {
    let clock = VirtualScheduler()
    let log = Log<String>()
    expect(Recorder(counted(Signal.of(1), log).prefix(for: .zero, on: clock)).history, equals: ["|"])
    expect(log.entries, equals: [])
    expect(clock.pending, equals: 0)
  }

  @Test func `where the scheduler is late, the first value after the time brings the finish`() {
    let clock = VirtualScheduler()
    let late = LateScheduler(clock)
    let input = SignalInput<Int>()
    let recorder = Recorder(input.prefix(for: .seconds(1), on: late))
    input.send(1)
    late.take(.seconds(2))
    input.send(2)
    expect(recorder.history, equals: ["1", "|"])
    expect(clock.pending, equals: 0)
  }

  @Test func `an endless sequence ends when the time has passed (C6)`() {
    let clock = VirtualScheduler()
    let late = LateScheduler(clock)
    let recorder = Recorder(
      Signal.from(0...).handleEvents(onValue: { _ in late.take(.seconds(1)) }).prefix(for: .seconds(3), on: late))
    expect(recorder.history, equals: ["0", "1", "|"])
  }

  @Test(arguments: Ending.allCases)
  func `leaves no timer, however it ends (C8)`(_ ending: Ending) {
    expect(leftovers(ending) { $0.prefix(for: .seconds(10), on: $1) }, equals: Leftovers(timersBefore: 1))
  }
}
