import Signals
import SignalsTesting
import Testing

@Suite("deferred", .leavesNothing) struct DeferredTests {
  @Test func `the closure is asked at each subscription, not before`() {
    let log = Log<String>()
    let deferred = Signal.deferred {
      log.append("made")
      return Signal.of(1, 2)
    }
    expect(log.entries, equals: [])
    expect(Recorder(deferred).history, equals: ["1", "2", "|"])
    expect(Recorder(deferred).history, equals: ["1", "2", "|"])
    expect(log.entries, equals: ["made", "made"])
  }

  @Test func `a closure that throws fails the signal`() {
    expect(Recorder(Signal<Int>.deferred { throw Failure("e") }).history, equals: ["#e"])
  }

  @Test func `a signal whose subscription was cancelled while it was made is not subscribed to`() {
    let log = Log<String>()
    let gate = SignalInput<Void>()
    let deferred = Signal<Int>.deferred {
      gate.fail(Failure("e"))
      return counted(Signal.of(1), log)
    }
    let recorder = Recorder(merge(gate.signal.map { 0 }, deferred))
    expect(recorder.history, equals: ["#e"])
    expect(log.entries, equals: [])
  }
}
