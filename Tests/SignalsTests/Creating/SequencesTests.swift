import Signals
import SignalsTesting
import Testing

@Suite("Signals of existing values", .leavesNothing) struct SequencesTests {
  @Test func `each gives its values and its end within the subscribing call`() {
    expect(Recorder(Signal.of(1, 2, 3)).history, equals: ["1", "2", "3", "|"])
    expect(Recorder(Signal.just("a")).history, equals: ["a", "|"])
    expect(Recorder(Signal.from((1...3).reversed())).history, equals: ["3", "2", "1", "|"])
    expect(Recorder(Signal<Int>.from([])).history, equals: ["|"])
    expect(Recorder(Signal<Int>.empty()).history, equals: ["|"])
    expect(Recorder(Signal<Int>.never()).history, equals: [])
    expect(Recorder(Signal<Int>.failed(Failure("e"))).history, equals: ["#e"])
  }

  @Test func `an endless sequence stops when it is cancelled`() {
    let log = Log<Int>()
    let naturals = Signal.from(0...)
    let endpoint = naturals.subscribeWhile { value in
      log.append(value)
      return value < 3
    }
    expect(log.entries, equals: [0, 1, 2, 3])
    expect(!endpoint.isActive)
  }

  @Test func `a signal that never sends keeps nothing`() {
    let log = Log<String>()
    let captured = Tracked("handler", log)
    let endpoint = Signal<Int>.never().subscribeValues { [captured] _ in captured.touch() }
    _ = consume captured
    expect(log.entries, equals: ["handler released"])
    withExtendedLifetime(endpoint) {}
  }
}
