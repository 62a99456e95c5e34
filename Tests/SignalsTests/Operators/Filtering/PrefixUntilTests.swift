import Signals
import SignalsTesting
import Testing

@Suite("prefix(untilOutputFrom:)", .leavesNothing) struct PrefixUntilTests {
  private let input = SignalInput<Int>()
  private let other = SignalInput<String>()

  private var recorder: Recorder<Int> { Recorder(input.signal.prefix(untilOutputFrom: other.signal)) }

  @Test func `passes values on until the other has one, then finishes`() {
    let recorder = recorder
    input.send(1)
    input.send(2)
    expect(recorder.history, equals: ["1", "2"])
    other.send("x")
    expect(recorder.history, equals: ["1", "2", "|"])
    input.send(3)
    input.finish()
    other.send("y")
    expect(recorder.history, equals: ["1", "2", "|"])
  }

  @Test func `the other's finish without a value ends nothing`() {
    let recorder = recorder
    other.finish()
    input.send(1)
    expect(recorder.history, equals: ["1"])
    input.finish()
    expect(recorder.history, equals: ["1", "|"])
  }

  @Test func `the other's failure fails`() {
    let recorder = recorder
    input.send(1)
    other.fail(Failure("other"))
    input.send(2)
    expect(recorder.history, equals: ["1", "#other"])
  }

  @Test func `its own end passes, and the other is let go of`() {
    for end in [End.finished, .failed(Failure("e"))] {
      let input = SignalInput<Int>()
      let log = Log<String>()
      let above = Tracked("other", log)
      let recorder = Recorder(
        input.signal.prefix(untilOutputFrom: other.signal.map { [above] _ in above.touch() }))
      _ = consume above
      input.send(1)
      expect(log.entries, equals: [])
      input.send(.end(end))
      expect(recorder.history.count, equals: 2)
      expect(log.entries, equals: ["other released"])
    }
  }

  @Test func `where the other has a value at once, nothing above is subscribed to`() {
    let log = Log<Int>()
    let above = Signal.of(1).map { log.append($0) }
    expect(Recorder(above.prefix(untilOutputFrom: .just("x"))).history, equals: ["|"])
    expect(log.entries, equals: [])
    expect(Recorder(above.prefix(untilOutputFrom: Signal<Int>.empty())).history, equals: ["()", "|"])
    expect(Recorder(Signal<Int>.empty().prefix(untilOutputFrom: Signal<Int>.never())).history, equals: ["|"])
  }

  @Test func `a handler's send to the other signal ends it after the value`() {
    let log = Log<String>()
    let endpoint = input.signal.prefix(untilOutputFrom: other.signal).subscribe { [input, other] event in
      log.append("\(event)")
      guard case .value(1) = event else { return }
      other.send("x")
      input.send(2)
    }
    input.send(1)
    expect(log.entries, equals: ["value(1)", "finished"])
    withExtendedLifetime(endpoint) {}
  }

  @Test func `one signal may be both`() {
    let recorder = Recorder(input.signal.prefix(untilOutputFrom: input.signal.filter { $0 == 3 }))
    for value in 1...4 { input.send(value) }
    expect(recorder.history, equals: ["1", "2", "|"])
  }

  @Test func `a cancel lets go of both`() {
    let log = Log<String>()
    let above = Tracked("own", log)
    let beside = Tracked("other", log)
    let endpoint = input.signal.filter { [above] _ in
      above.touch()
      return true
    }.prefix(untilOutputFrom: other.signal.map { [beside] _ in beside.touch() }).subscribeValues { _ in }
    _ = consume above
    _ = consume beside
    expect(log.entries, equals: [])
    endpoint.cancel()
    expect(log.entries.sorted(), equals: ["other released", "own released"])
  }
}
