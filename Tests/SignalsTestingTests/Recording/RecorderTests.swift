import Signals
import SignalsTesting
import Testing

@Suite("Recorder") struct RecorderTests {
  private let clock = VirtualScheduler()

  @Test func `a recorder keeps the whole history`() {
    let input = SignalInput<Int>()
    let recorder = Recorder(input.signal)
    input.send(1)
    input.send(2)
    input.fail(Failure("lost"))
    #expect(recorder.history == ["1", "2", "#lost"])
    #expect(recorder.values == [1, 2])
    #expect(recorder.events.map(\.description) == ["value(1)", "value(2)", "failed(lost)"])
    #expect(recorder.end.map { "\($0)" } == "failed(lost)")
  }

  @Test func `with a scheduler it knows when each event came, counted from its making`() {
    let input = SignalInput<Int>()
    clock.advance(by: .seconds(5))
    let recorder = Recorder(input.signal, on: clock)
    input.send(1)
    clock.advance(by: .milliseconds(1_500))
    input.send(2)
    input.finish()
    #expect(
      recorder.timedEvents.map(\.description) == [
        "value(1) at 0.0 seconds", "value(2) at 1.5 seconds", "finished at 1.5 seconds",
      ])
  }

  @Test func `a recorder draws the events of one instant as a group`() throws {
    let input = SignalInput<Int>()
    let recorder = Recorder(input.signal, on: clock)
    input.send(1)
    input.send(2)
    clock.advance(by: .seconds(3))
    input.send(3)
    input.finish()
    try recorder.expect("(12)--(3|)")
    #expect("\(recorder.timeline)" == "(12)--(3|)")
  }

  @Test func `a recorder draws its cancellation, if that came before the end`() {
    let input = SignalInput<Int>()
    let cancelled = Recorder(input.signal, on: clock)
    let ended = Recorder(input.signal.prefix(1), on: clock)
    clock.advance(by: .seconds(1))
    input.send(1)
    clock.advance(by: .seconds(2))
    for recorder in [cancelled, ended] {
      recorder.cancel()
      recorder.cancel()
    }
    input.send(2)
    #expect("\(cancelled.timeline)" == "-1-!")
    #expect("\(ended.timeline)" == "-(1|)")
  }

  @Test func `a table says what stands for which value`() throws {
    let input = SignalInput<Int>()
    let recorder = Recorder(input.signal, on: clock)
    input.send(10)
    clock.advance(by: .seconds(1))
    input.send(20)
    clock.advance(by: .seconds(1))
    input.send(30)
    #expect("\(recorder.timeline)" == "???")
    #expect("\(recorder.timeline(values: ["a": 10, "b": 20]))" == "ab?")
    try recorder.expect("abc", values: ["a": 10, "b": 20, "c": 30])
    #expect(throws: TimelineMismatch.self) { try recorder.expect("abd", values: ["a": 10, "b": 20, "c": 30]) }
  }

  @Test func `a recorder forgets its history on request, and the time goes on`() {
    let input = SignalInput<Int>()
    let recorder = Recorder(input.signal, on: clock)
    input.send(1)
    recorder.clear()
    #expect(recorder.history == [])
    clock.advance(by: .seconds(2))
    input.send(2)
    #expect("\(recorder.timeline)" == "--2")
    input.finish()
    recorder.clear()
    #expect(recorder.history == [])
    #expect(recorder.end.map { "\($0)" } == "finished")
  }

  @Test func `a recorder subscribes and cancels at the planned times`() {
    let input = SignalInput<Int>()
    let recorder = Recorder(input.signal, on: clock, during: "-^-!")
    for value in 0...4 {
      input.send(value)
      clock.advance(by: .seconds(1))
    }
    #expect("\(recorder.timeline)" == "-(^1)2!")
  }

  @Test func `one that is cancelled before it subscribes never does`() async {
    let source = TimelineSource<String>("a|", on: clock)
    let recorder = Recorder(source.signal, on: clock, during: "--^-!")
    await recorder.cancelAndWait()
    #expect(clock.pending == 0)
    clock.advance(by: .seconds(10))
    #expect(source.subscriptions == [])
    #expect("\(recorder.timeline)" == "!")
  }

  @Test func `after the end of the signal it leaves no timer behind`() {
    let input = SignalInput<Int>()
    let recorder = Recorder(input.signal, on: clock, during: "^-----!")
    #expect(clock.pending == 1)
    input.finish()
    #expect(clock.pending == 0)
    #expect("\(recorder.timeline)" == "|")
  }

  @Test func `releasing a recorder cancels, at any time`() {
    let source = TimelineSource<String>("-a-b", on: clock)
    var recorders: [Recorder<String>] = [
      Recorder(source.signal, on: clock), Recorder(source.signal, on: clock, during: "--^-!"),
    ]
    clock.advance(by: .seconds(1))
    #expect(recorders.map(\.history) == [["a"], []])
    recorders = []
    #expect(clock.pending == 0)
    #expect(source.subscriptions == ["^!"])
  }

  @Test func `a run lasts as long as it is told to`() {
    let signal = Signal<String>.timeline("-a-b-c|", on: clock)
    #expect("\(timeline(of: signal, on: clock, for: .seconds(3)))" == "-a-b")
    #expect("\(timeline(of: signal, on: clock, during: "-^--!"))" == "-^a-!")
    let numbers = Signal<Int>.timeline("-1|", on: clock).map { $0 * 10 }
    #expect("\(timeline(of: numbers, values: ["x": 10], on: clock))" == "-x|")
  }

  @Test func `a recorder records anything that has a signal`() throws {
    let input = SignalInput<Int>()
    let recorder = Recorder(input)
    let timed = Recorder(input, on: clock)
    input.send(1)
    clock.advance(by: .seconds(2))
    input.finish()
    #expect(recorder.history == ["1", "|"])
    try timed.expect("1-|")
  }
}
