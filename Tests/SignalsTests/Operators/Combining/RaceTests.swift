import Signals
import SignalsTesting
import Testing

@Suite("race", .leavesNothing) struct RaceTests {
  let inputs = (0..<3).map { _ in SignalInput<Int>() }

  @Test func `passes on the first that brings a value, to its end, and cancels the others`() {
    let log = Log<String>()
    let recorder = Recorder(race(inputs.enumerated().map { $1.signal.keeping("\($0)", log) }))
    inputs[1].send(1)
    expect(log.entries, equals: ["0 released", "2 released"])
    inputs[0].send(2)
    inputs[2].fail(Failure("late"))
    inputs[1].send(3)
    inputs[1].finish()
    expect(recorder.history, equals: ["1", "3", "|"])
  }

  @Test func `an end counts, too`() {
    let finishing = Recorder(race(inputs.map(\.signal)))
    inputs[2].finish()
    inputs[0].send(1)
    expect(finishing.history, equals: ["|"])
    let failing = Recorder(inputs[0].signal.race(with: inputs[1].signal))
    inputs[1].fail(Failure("e"))
    expect(failing.history, equals: ["#e"])
  }

  @Test func `fails with the one that won`() {
    let recorder = Recorder(race(inputs[0].signal, inputs[1].signal))
    inputs[0].send(1)
    inputs[0].fail(Failure("e"))
    expect(recorder.history, equals: ["1", "#e"])
  }

  @Test func `signals that bring everything at once: the first of them, and the others are not subscribed to`() {
    let log = Log<String>()
    let other = Signal<Int> { _, _ in log.append("subscribed") }
    expect(Recorder(race(.of(1, 2), other)).history, equals: ["1", "2", "|"])
    expect(Recorder(race(.never(), .of(1, 2), other)).history, equals: ["1", "2", "|"])
    expect(Recorder(race(.empty(), other)).history, equals: ["|"])
    expect(Recorder(Signal<Int>.failed(Failure("e")).race(with: other, other)).history, equals: ["#e"])
    expect(Recorder(race(.from(1...), other).prefix(2)).history, equals: ["1", "2", "|"])
    expect(log.entries, equals: [])
  }

  @Test func `racing nothing finishes, and racing one is that one`() {
    expect(Recorder(race([Signal<Int>]())).history, equals: ["|"])
    expect(Recorder(race(.of(1, 2))).history, equals: ["1", "2", "|"])
    expect(Recorder(race([Signal.of(1, 2)])).history, equals: ["1", "2", "|"])
    expect(Recorder(Signal.of(1, 2).race()).history, equals: ["1", "2", "|"])
  }

  @Test func `one signal with itself: the first of the two`() {
    let recorder = Recorder(inputs[0].signal.race(with: inputs[0].signal.map { -$0 }))
    inputs[0].send(1)
    inputs[0].send(2)
    inputs[0].finish()
    expect(recorder.history, equals: ["1", "2", "|"])
  }

  @Test func `a handler's send to the losing signals is not received`() {
    let log = Log<String>()
    let endpoint = race(inputs.map(\.signal)).subscribe { [inputs] event in
      log.append("\(event)")
      guard log.entries.count == 1 else { return }
      inputs[0].send(9)
      inputs[1].send(2)
      inputs[2].finish()
      inputs[1].finish()
    }
    inputs[1].send(1)
    expect(log.entries, equals: ["value(1)", "value(2)", "finished"])
    withExtendedLifetime(endpoint) {}
  }

  @Test func `a value that another thread sends to a loser while the winner is decided is dropped (C6)`() {
    // The signals are cancelled in their order. The release of the second one is the moment at which the third one is
    // still connected, and the winner's value already being handled.
    let between = Signal.deferred { [inputs] in
      let tracked = Tracked { onAnotherThread { inputs[2].send(2) } }
      return inputs[1].signal.filter { _ in
        tracked.touch()
        return true
      }
    }
    let recorder = Recorder(race(inputs[0].signal, between, inputs[2].signal))
    inputs[0].send(1)
    inputs[0].send(3)
    inputs[0].finish()
    // These wait behind the value of the loser.
    waitUntil { recorder.history.last == "|" }
    expect(recorder.history, equals: ["1", "3", "|"])
  }

  @Test func `after a cancellation before or after the decision nothing follows`() {
    for wins in [false, true] {
      let log = Log<String>()
      let input = SignalInput<Int>()
      let endpoint = race(.never(), input.signal.keeping("one", log)).subscribeValues { log.append("\($0)") }
      if wins { input.send(1) }
      endpoint.cancel()
      input.send(2)
      expect(log.entries, equals: (wins ? ["1", "one released"] : ["one released"]))
    }
    expect(history(cancelledInside: [1, 2]) { race($0, $0) }, equals: ["1"])
  }
}
