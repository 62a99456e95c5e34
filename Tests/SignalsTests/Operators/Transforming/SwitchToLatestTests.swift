import Signals
import SignalsTesting
import Testing

@Suite("switchToLatest", .leavesNothing) struct SwitchToLatestTests {
  @Test func `passes on the last signal that came, and no other`() {
    let inputs = (0..<3).map { _ in SignalInput<Int>() }
    let outer = SignalInput<Signal<Int>>()
    let recorder = Recorder(outer.signal.switchToLatest())
    outer.send(inputs[0].signal)
    inputs[0].send(1)
    inputs[1].send(2)
    outer.send(inputs[1].signal)
    inputs[0].send(3)
    inputs[1].send(4)
    outer.finish()
    inputs[1].send(5)
    inputs[1].finish()
    expect(recorder.history, equals: ["1", "4", "5", "|"])
  }

  @Test func `finishes and fails as flatMap does`() {
    expect(Recorder(Signal.of(Signal.of(1, 2), .of(3)).switchToLatest()).history, equals: ["1", "2", "3", "|"])
    expect(Recorder(Signal<Signal<Int>>.empty().switchToLatest()).history, equals: ["|"])
    expect(
      Recorder(Signal.of(.of(1), Signal<Int>.failed(Failure("e")), .of(2)).switchToLatest()).history,
      equals: ["1", "#e"])
    expect(Recorder(Signal.of(Signal<Int>.never(), .just(1)).switchToLatest()).history, equals: ["1", "|"])
    expect(Recorder(Signal.of(Signal.just(1), .never()).switchToLatest()).history, equals: ["1"])
  }
}
