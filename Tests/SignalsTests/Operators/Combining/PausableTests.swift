import Signals
import SignalsTesting
import Testing

@Suite("pausable", .leavesNothing) struct PausableTests {
  private let input = SignalInput<Int>()
  private let isPaused = SignalInput<Bool>()

  private func recorder(_ policy: BufferingPolicy = .unbounded) -> Recorder<Int> {
    Recorder(input.pausable(by: isPaused, buffering: policy))
  }

  @Test func `holds values back during a pause, and emits them in order when it is over`() {
    let recorder = recorder()
    input.send(1)
    isPaused.send(true)
    input.send(2)
    input.send(3)
    expect(recorder.history, equals: ["1"])
    isPaused.send(false)
    expect(recorder.history, equals: ["1", "2", "3"])
    input.send(4)
    expect(recorder.history, equals: ["1", "2", "3", "4"])
  }

  @Test func `as a timeline`() throws {
    let clock = VirtualScheduler()
    let source = TimelineSource<String>("ab-cd-e-f|", on: clock)
    let pauses = TimelineSource<Bool>("-----f", values: ["t": true, "f": false], on: clock)
    let paused = source.signal.pausable(by: pauses.signal.prepend(true))
    try timeline(of: paused, on: clock).expect("-----(abcd)e-f|")
  }

  @Test func `saying the same again changes nothing`() {
    let recorder = recorder()
    isPaused.send(true)
    input.send(1)
    isPaused.send(true)
    expect(recorder.history, equals: [])
    isPaused.send(false)
    isPaused.send(false)
    input.send(2)
    expect(recorder.history, equals: ["1", "2"])
  }

  @Test(arguments: [(BufferingPolicy.newest(2), ["3", "4", "5", "|"]), (.oldest(2), ["1", "2", "5", "|"])])
  func `the policy decides which values are kept, and drops no end (C9)`(
    _ policy: BufferingPolicy, _ expected: [String]
  ) {
    let recorder = recorder(policy)
    isPaused.send(true)
    for value in 1...4 { input.send(value) }
    isPaused.send(false)
    input.send(5)
    isPaused.send(true)
    input.finish()
    expect(recorder.history, equals: Array(expected.dropLast()))
    isPaused.send(false)
    expect(recorder.history, equals: expected)
  }

  @Test func `a finish waits for the end of the pause, behind the values`() {
    let recorder = recorder(.newest(1))
    isPaused.send(true)
    input.send(1)
    input.finish()
    expect(recorder.history, equals: [])
    isPaused.send(false)
    expect(recorder.history, equals: ["1", "|"])
  }

  @Test func `a failure passes at once and drops the values`() {
    let recorder = recorder()
    isPaused.send(true)
    input.send(1)
    input.fail(Failure("e"))
    expect(recorder.history, equals: ["#e"])
    isPaused.send(false)
    expect(recorder.history, equals: ["#e"])
  }

  @Test func `when the other finishes, the pause is over; when it fails, the result fails`() {
    let first = recorder()
    isPaused.send(true)
    input.send(1)
    isPaused.finish()
    input.send(2)
    expect(first.history, equals: ["1", "2"])

    let failing = SignalInput<Bool>()
    let second = Recorder(input.pausable(by: failing))
    failing.send(true)
    input.send(3)
    failing.fail(Failure("other"))
    expect(second.history, equals: ["#other"])
  }

  @Test func `nothing is paused before the other has a value`() {
    let recorder = recorder()
    input.send(1)
    input.finish()
    expect(recorder.history, equals: ["1", "|"])
    expect(Recorder(Signal.of(1).pausable(by: Signal<Bool>.never())).history, equals: ["1", "|"])
    expect(Recorder(Signal.of(1).pausable(by: Signal<Bool>.empty())).history, equals: ["1", "|"])
  }

  @Test func `a pause from the beginning holds back what arrives within the subscribing call`() {
    let recorder = Recorder(Signal.of(1, 2).pausable(by: isPaused.prepend(true)))
    expect(recorder.history, equals: [])
    isPaused.send(false)
    expect(recorder.history, equals: ["1", "2", "|"])
  }

  @Test func `a pause that a handler begins meanwhile follows the values that were held back (C4)`() {
    let log = Log<Int>()
    let endpoint = input.pausable(by: isPaused).subscribeValues { [isPaused] value in
      log.append(value)
      if value == 2 { isPaused.send(true) }
    }
    isPaused.send(true)
    for value in 1...4 { input.send(value) }
    isPaused.send(false)
    expect(log.entries, equals: [1, 2, 3, 4])
    input.send(5)
    expect(log.entries, equals: [1, 2, 3, 4])
    isPaused.send(false)
    expect(log.entries, equals: [1, 2, 3, 4, 5])
    withExtendedLifetime(endpoint) {}
  }

  @Test func `a handler's send meanwhile follows the values that were held back (C4)`() {
    let log = Log<Int>()
    let endpoint = input.pausable(by: isPaused).subscribeValues { [input] value in
      log.append(value)
      if value == 1 { input.send(10) }
    }
    isPaused.send(true)
    for value in 1...3 { input.send(value) }
    isPaused.send(false)
    expect(log.entries, equals: [1, 2, 3, 10])
    withExtendedLifetime(endpoint) {}
  }

  @Test func `a handler that cancels receives nothing more (C6)`() {
    let log = Log<Int>()
    let bag = CancellableBag()
    bag += input.pausable(by: isPaused).subscribeValues { value in
      log.append(value)
      bag.cancel()
    }
    isPaused.send(true)
    for value in 1...3 { input.send(value) }
    isPaused.send(false)
    expect(log.entries, equals: [1])
  }

  @Test func `many values at once have a flat stack (C5)`() {
    let count = Guarded(0)
    let endpoint = input.pausable(by: isPaused).subscribeValues { _ in count.change { $0 += 1 } }
    isPaused.send(true)
    for value in 0..<200_000 { input.send(value) }
    isPaused.send(false)
    expect(count.change { $0 }, equals: 200_000)
    withExtendedLifetime(endpoint) {}
  }

  @Test func `a cancellation releases the values and both signals (C8)`() {
    let log = Log<String>()
    let values = SignalInput<Tracked>()
    let endpoint = values.signal.keeping("own", log).pausable(by: isPaused.signal.keeping("other", log))
      .subscribeValues { _ in }
    isPaused.send(true)
    values.send(Tracked("value", log))
    expect(log.entries, equals: [])
    endpoint.cancel()
    expect(log.entries.sorted(), equals: ["other released", "own released", "value released"])
  }
}
