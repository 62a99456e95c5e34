import Signals
import SignalsTesting
import Testing

@Suite("drop(untilOutputFrom:)", .leavesNothing) struct DropUntilTests {
  private let input = SignalInput<Int>()
  private let other = SignalInput<String>()

  private var recorder: Recorder<Int> { Recorder(input.signal.drop(untilOutputFrom: other.signal)) }

  @Test func `leaves values out until the other has one, then passes on all`() {
    let recorder = recorder
    input.send(1)
    other.send("x")
    expect(recorder.history, equals: [])
    input.send(2)
    other.send("y")
    input.send(3)
    input.finish()
    expect(recorder.history, equals: ["2", "3", "|"])
  }

  @Test func `the other's finish without a value finishes`() {
    let recorder = recorder
    input.send(1)
    other.finish()
    expect(recorder.history, equals: ["|"])
    input.send(2)
    expect(recorder.history, equals: ["|"])
  }

  @Test func `the other's failure fails`() {
    let recorder = recorder
    other.fail(Failure("other"))
    expect(recorder.history, equals: ["#other"])
  }

  @Test func `after its first value, the other's end means nothing`() {
    for end in [End.finished, .failed(Failure("other"))] {
      let input = SignalInput<Int>()
      let other = SignalInput<String>()
      let recorder = Recorder(input.signal.drop(untilOutputFrom: other.signal))
      other.send("x")
      other.send(.end(end))
      input.send(1)
      expect(recorder.history, equals: ["1"])
    }
  }

  @Test func `the other is cancelled at its first value`() {
    let log = Log<String>()
    let above = Tracked("other", log)
    let recorder = Recorder(
      input.signal.drop(untilOutputFrom: other.signal.map { [above] _ in above.touch() }))
    _ = consume above
    expect(log.entries, equals: [])
    other.send("x")
    expect(log.entries, equals: ["other released"])
    input.send(1)
    expect(recorder.history, equals: ["1"])
  }

  @Test func `its own end passes at once`() {
    let recorder = recorder
    input.send(1)
    input.finish()
    expect(recorder.history, equals: ["|"])
    expect(Recorder(Signal<Int>.failed(Failure("e")).drop(untilOutputFrom: other.signal)).history, equals: ["#e"])
  }

  @Test func `signals that have values at once`() {
    expect(Recorder(Signal.of(1, 2).drop(untilOutputFrom: .of("x", "y"))).history, equals: ["1", "2", "|"])
    expect(Recorder(Signal.of(1, 2).drop(untilOutputFrom: Signal<Int>.empty())).history, equals: ["|"])
    expect(Recorder(Signal.of(1, 2).drop(untilOutputFrom: Signal<Int>.never())).history, equals: ["|"])
  }

  @Test func `one signal may be both, and the value that opens it comes through`() {
    let recorder = Recorder(input.signal.drop(untilOutputFrom: input.signal.filter { $0 == 3 }))
    for value in 1...4 { input.send(value) }
    expect(recorder.history, equals: ["3", "4"])
  }

  @Test func `a cancel and a send inside the handler`() {
    let log = Log<Int>()
    let endpoint = input.signal.drop(untilOutputFrom: other.signal).subscribeWhile { [input] value in
      log.append(value)
      if value < 3 { input.send(value + 1) }
      return value < 2
    }
    other.send("x")
    input.send(1)
    expect(log.entries, equals: [1, 2])
    expect(!endpoint.isActive)
  }
}
