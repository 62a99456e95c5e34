import Signals
import SignalsTesting
import Testing

@Suite("measureInterval and timestamps", .leavesNothing) struct TellingTimeTests {
  @Test func `intervals are counted from the subscription, and from value to value`() {
    let clock = VirtualScheduler()
    let input = SignalInput<Int>()
    let measured = input.signal.measureInterval(on: clock)
    clock.advance(by: .seconds(5))
    let recorder = Recorder(measured)
    clock.advance(by: .seconds(1))
    input.send(1)
    input.send(2)
    clock.advance(by: .milliseconds(500))
    let later = Recorder(measured)
    input.send(3)
    input.finish()
    expect(recorder.values, equals: [.seconds(1), .zero, .milliseconds(500)])
    expect(recorder.history.last, equals: "|")
    expect(later.values, equals: [.zero])
    expect(clock.pending, equals: 0)
  }

  @Test func `timestamps are the scheduler's own time`() {
    let clock = VirtualScheduler()
    let input = SignalInput<String>()
    clock.advance(by: .seconds(5))
    let recorder = Recorder(input.signal.timestamps(on: clock).map { "\($0.time) \($0.value)" })
    input.send("a")
    clock.advance(by: .seconds(1))
    input.send("b")
    input.fail(Failure("e"))
    expect(recorder.history, equals: ["5.0 seconds a", "6.0 seconds b", "#e"])
  }

  @Test func `neither has anything to say about a signal without values`() {
    expect(Recorder(Signal<Int>.empty().measureInterval()).history, equals: ["|"])
    expect(Recorder(Signal<Int>.failed(Failure("e")).timestamps().map(\.value)).history, equals: ["#e"])
  }

  @Test func `Dispatch tells the time where no scheduler is named`() {
    expect(Recorder(Signal.of(1, 2).measureInterval()).values.allSatisfy { $0 >= .zero })
    let times = Recorder(Signal.of(1, 2).timestamps().map(\.time)).values
    expect(times, equals: times.sorted())
  }
}
