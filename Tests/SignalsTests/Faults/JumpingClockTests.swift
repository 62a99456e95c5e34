import Signals
import SignalsTesting
import Testing

/// C15: a scheduler's time never goes back. Where one's does, or leaps on, nothing is lost, nothing floods, and nothing
/// waits for longer than it would have, counted from the moment when the operator looks at the clock.
@Suite("Faults: a clock that jumps", .leavesNothing) struct JumpingClockTests {
  private let clock = JumpingClock()
  private let input = SignalInput<String>()

  @Test func `debounce`() {
    let recorder = Recorder(input.signal.debounce(for: .seconds(1), on: clock))
    input.send("a")
    clock.jump(by: .years(-1))
    clock.advance(by: .seconds(1))
    expect(recorder.history, equals: [])
    clock.advance(by: .seconds(1))
    expect(recorder.history, equals: ["a"])
    input.send("b")
    clock.jump(by: .years(10))
    clock.advance(by: .seconds(1))
    input.finish()
    expect(recorder.history, equals: ["a", "b", "|"])
  }

  @Test func `throttle`() {
    let recorder = Recorder(input.signal.throttle(for: .seconds(1), on: clock))
    input.send("a")
    clock.jump(by: .years(-1))
    input.send("b")
    input.send("c")
    expect(recorder.history, equals: ["a"])
    clock.advance(by: .seconds(1))
    expect(recorder.history, equals: ["a", "c"])
    clock.jump(by: .years(10))
    input.send("d")
    expect(recorder.history, equals: ["a", "c", "d"])
  }

  @Test func `throttle that drops the other values of a window`() {
    let recorder = Recorder(input.signal.throttle(for: .seconds(1), latest: false, on: clock))
    input.send("a")
    clock.jump(by: .years(-1))
    input.send("b")
    clock.advance(by: .seconds(1))
    input.send("c")
    expect(recorder.history, equals: ["a", "c"])
  }

  @Test func `delay`() {
    let recorder = Recorder(input.signal.delay(for: .seconds(1), on: clock))
    input.send("a")
    clock.jump(by: .years(-1))
    input.send("b")
    clock.advance(by: .seconds(2))
    expect(recorder.history, equals: ["a", "b"])
    input.send("c")
    clock.jump(by: .years(10))
    input.send("d")
    input.finish()
    clock.advance(by: .seconds(1))
    expect(recorder.history, equals: ["a", "b", "c", "d", "|"])
  }

  @Test func `timeout`() {
    let recorder = Recorder(input.signal.timeout(.seconds(3), on: clock))
    clock.jump(by: .years(-1))
    input.send("a")
    clock.advance(by: .seconds(2))
    expect(recorder.history, equals: ["a"])
    clock.jump(by: .years(-1))
    clock.advance(by: .seconds(2))
    expect(recorder.history, equals: ["a"])
    clock.advance(by: .seconds(3))
    expect(recorder.history, equals: ["a", "#no value for 3.0 seconds"])
  }

  @Test func `collect`() {
    let recorder = Recorder(input.signal.collect(every: .seconds(1), on: clock))
    input.send("a")
    clock.jump(by: .years(-1))
    input.send("b")
    clock.advance(by: .seconds(2))
    expect(recorder.history, equals: [#"["a", "b"]"#])
    input.send("c")
    clock.jump(by: .years(10))
    clock.advance(by: .seconds(1))
    expect(recorder.history, equals: [#"["a", "b"]"#, #"["c"]"#])
  }

  @Test func `a timer ticks on, and makes up for nothing`() {
    let recorder = Recorder(Signal.timer(every: .seconds(1), on: clock))
    clock.advance(by: .seconds(2))
    clock.jump(by: .years(-1))
    clock.advance(by: .seconds(2))
    clock.jump(by: .years(10))
    clock.advance(by: .seconds(2))
    expect(recorder.history, equals: ["0", "1", "2", "3", "4", "5"])
  }

  @Test func `prefix and dropFirst, for a time`() {
    let prefix = Recorder(input.prefix(for: .seconds(2), on: clock))
    let rest = Recorder(input.dropFirst(for: .seconds(2), on: clock))
    clock.jump(by: .years(-1))
    input.send("a")
    clock.advance(by: .seconds(2))
    input.send("b")
    expect(prefix.history, equals: ["a", "|"])
    expect(rest.history, equals: ["b"])
  }

  @Test func windows() {
    let recorder = Recorder(input.windows(every: .seconds(1), on: clock).flatMap { $0.reduce("", +) })
    input.send("a")
    clock.jump(by: .years(-1))
    input.send("b")
    clock.advance(by: .seconds(1))
    input.send("c")
    clock.jump(by: .years(10))
    clock.advance(by: .seconds(1))
    expect(recorder.history, equals: ["ab", "c"])
  }

  @Test func `a measured interval is never negative`() {
    let recorder = Recorder(input.signal.measureInterval(on: clock))
    clock.advance(by: .seconds(1))
    input.send("a")
    clock.jump(by: .years(-1))
    input.send("b")
    clock.advance(by: .seconds(2))
    input.send("c")
    expect(recorder.history, equals: ["1.0 seconds", "0.0 seconds", "2.0 seconds"])
  }

  @Test func `ten years of virtual time at once bring all that is due, in order`() {
    let years = VirtualScheduler()
    let day = Duration.seconds(86_400)
    let ticks = Recorder(Signal.timer(every: day, on: years))
    let delayed = Recorder(input.signal.delay(for: day, on: years))
    let debounced = Recorder(input.signal.debounce(for: day, on: years))
    let timed = Recorder(input.signal.timeout(day, on: years))
    input.send("a")
    input.send("b")
    years.advance(by: .years(10))
    expect(ticks.values, equals: Array(0..<3_650))
    expect(delayed.history, equals: ["a", "b"])
    expect(debounced.history, equals: ["b"])
    expect(timed.history, equals: ["a", "b", "#no value for 86400.0 seconds"])
  }
}
