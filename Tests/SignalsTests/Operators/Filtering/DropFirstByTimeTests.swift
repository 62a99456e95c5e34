import Signals
import SignalsTesting
import Testing

@Suite("dropFirst(for:)", .leavesNothing) struct DropFirstByTimeTests {
  private func timed(_ script: KeyValuePairs<Int, Event<Int>>, timersComeFirst: Bool = false) -> [String] {
    timedHistory(of: script, timersComeFirst: timersComeFirst) { $0.dropFirst(for: .milliseconds(100), on: $1) }
  }

  @Test func `the values after the time (C15)`() throws {
    let clock = VirtualScheduler()
    let source = TimelineSource<String>("-a-b--c-d|", on: clock)
    try timeline(of: source.signal.dropFirst(for: .seconds(5), on: clock), on: clock).expect("------c-d|")
  }

  @Test func `an end before that time passes at once`() {
    expect(timed([10: .value(1), 20: .end(.finished)]), equals: ["20 |"])
    expect(timed([10: .value(1), 20: .end(.failed(Failure("e")))]), equals: ["20 #e"])
  }

  @Test(arguments: [false, true])
  func `a value at the very instant is emitted, in either order with the timer`(_ timersComeFirst: Bool) {
    expect(timed([99: .value(1), 100: .value(2)], timersComeFirst: timersComeFirst), equals: ["100 2"])
  }

  @Test func `with an interval of zero everything passes, and nothing waits`() {
    let clock = VirtualScheduler()
    expect(Recorder(Signal.of(1, 2).dropFirst(for: .zero, on: clock)).history, equals: ["1", "2", "|"])
    let recorder = Recorder(Signal<Int>.never().dropFirst(for: .seconds(1), on: clock))
    expect(clock.pending, equals: 0)
    recorder.cancel()
  }

  @Test func `each subscription counts from its own beginning (C2)`() {
    let clock = VirtualScheduler()
    let input = SignalInput<Int>()
    let later = input.dropFirst(for: .seconds(2), on: clock)
    let first = Recorder(later)
    clock.advance(by: .seconds(1))
    let second = Recorder(later)
    clock.advance(by: .seconds(1))
    input.send(1)
    clock.advance(by: .seconds(1))
    input.send(2)
    expect(first.history, equals: ["1", "2"])
    expect(second.history, equals: ["2"])
  }
}
