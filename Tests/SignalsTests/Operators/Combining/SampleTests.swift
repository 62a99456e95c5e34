import Signals
import SignalsTesting
import Testing

@Suite("sample", .leavesNothing) struct SampleTests {
  let source = SignalInput<Int>()
  let trigger = SignalInput<Void>()

  func recorder() -> Recorder<Int> { Recorder(source.signal.sample(on: trigger.signal)) }

  @Test func `emits the latest value at each value of the trigger, if it is new`() {
    let recorder = recorder()
    trigger.send()
    source.send(1)
    source.send(2)
    expect(recorder.history, equals: [])
    trigger.send()
    trigger.send()
    source.send(3)
    trigger.send()
    expect(recorder.history, equals: ["2", "3"])
  }

  @Test func `an equal value is new, and so is nil`() {
    let optional = SignalInput<Int?>()
    let recorder = Recorder(optional.signal.sample(on: trigger.signal))
    for value in [1, 1, nil, nil] {
      optional.send(value)
      trigger.send()
      trigger.send()
    }
    expect(recorder.history, equals: ["Optional(1)", "Optional(1)", "nil", "nil"])
  }

  // MARK: - Ends

  @Test func `finishes with the trigger, and drops what wasn't sampled`() {
    let recorder = recorder()
    source.send(1)
    trigger.finish()
    source.send(2)
    expect(recorder.history, equals: ["|"])
  }

  @Test func `when this signal has finished its last value can still be sampled`() {
    let recorder = recorder()
    source.send(1)
    source.finish()
    expect(recorder.history, equals: [])
    trigger.send()
    expect(recorder.history, equals: ["1", "|"])
  }

  @Test func `finishes with this signal where nothing is left of it`() {
    let recorder = recorder()
    source.send(1)
    trigger.send()
    source.finish()
    expect(recorder.history, equals: ["1", "|"])
    expect(Recorder(Signal<Int>.empty().sample(on: trigger.signal)).history, equals: ["|"])
  }

  @Test func `fails with either`() {
    let first = recorder()
    source.send(1)
    trigger.fail(Failure("trigger"))
    expect(first.history, equals: ["#trigger"])
    let second = Recorder(source.signal.sample(on: Signal<Int>.never()))
    source.fail(Failure("source"))
    expect(second.history, equals: ["#source"])
  }

  @Test func `its end cancels both`() {
    let log = Log<String>()
    let endpoint = source.signal.keeping("source", log).sample(on: trigger.signal.keeping("trigger", log))
      .subscribeWhile { _ in false }
    source.send(1)
    trigger.send()
    expect(log.entries.sorted(), equals: ["source released", "trigger released"])
    expect(!endpoint.isActive)
  }

  // MARK: - One turn

  @Test func `where one turn reaches both, the value of that turn is emitted`() {
    let recorder = Recorder(source.signal.sample(on: source.signal.filter { $0.isMultiple(of: 2) }))
    for value in 1...4 { source.send(value) }
    expect(recorder.history, equals: ["2", "4"])
  }

  @Test func `several triggers in a turn sample once`() {
    let recorder = recorder()
    transaction {
      trigger.send()
      source.send(1)
      trigger.send()
      source.send(2)
    }
    expect(recorder.history, equals: ["2"])
  }

  @Test func `a value, its trigger and both ends in one turn: the value, then the end`() {
    let recorder = recorder()
    transaction {
      trigger.send()
      trigger.finish()
      source.send(1)
      source.finish()
    }
    expect(recorder.history, equals: ["1", "|"])
  }

  // MARK: - Signals that bring everything at once

  @Test func `signals that bring everything at once: this one comes first`() {
    expect(Recorder(Signal.of(1, 2).sample(on: Signal.of("a", "b"))).history, equals: ["2", "|"])
    expect(Recorder(Signal.of(1).sample(on: Signal<Int>.empty())).history, equals: ["|"])
    expect(Recorder(Signal.of(1).sample(on: Signal<Int>.never())).history, equals: [])
    expect(Recorder(Signal.of(1).sample(on: Signal<Int>.failed(Failure("e")))).history, equals: ["#e"])
    expect(Recorder(Signal<Int>.failed(Failure("e")).sample(on: trigger.signal)).history, equals: ["#e"])
    expect(Recorder(Signal<Int>.never().sample(on: Signal.of(1))).history, equals: ["|"])
  }

  // MARK: - In the handler

  @Test func `a handler's send comes after the event`() {
    let log = Log<String>()
    let endpoint = source.signal.sample(on: trigger.signal).subscribe { [source, trigger] event in
      log.append("\(event)")
      guard log.entries.count < 3 else { return }
      source.send(log.entries.count * 10)
      trigger.send()
      trigger.send()
    }
    source.send(1)
    trigger.send()
    trigger.finish()
    expect(log.entries, equals: ["value(1)", "value(10)", "value(20)", "finished"])
    withExtendedLifetime(endpoint) {}
  }

  @Test func `cancelling releases the held value`() {
    let log = Log<String>()
    let tracked = SignalInput<Tracked>()
    let endpoint = tracked.signal.sample(on: trigger.signal).subscribeValues { _ in }
    tracked.send(Tracked("held", log))
    endpoint.cancel()
    expect(log.entries, equals: ["held released"])
  }

  @Test func `a sampled value is released`() {
    let log = Log<String>()
    let tracked = SignalInput<Tracked>()
    let endpoint = tracked.signal.sample(on: trigger.signal).subscribeValues { _ in log.append("handled") }
    tracked.send(Tracked("held", log))
    trigger.send()
    expect(log.entries, equals: ["handled", "held released"])
    withExtendedLifetime(endpoint) {}
  }
}
