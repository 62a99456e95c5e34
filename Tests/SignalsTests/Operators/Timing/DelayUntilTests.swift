import Signals
import SignalsTesting
import Testing

@Suite("delay(until:)", .leavesNothing) struct DelayUntilTests {
  private let input = SignalInput<Int>()
  private let moments = (0..<4).map { _ in SignalInput<String>() }

  private var recorder: Recorder<Int> { Recorder(input.delay { [moments] in moments[$0].signal }) }

  @Test func `each value waits for its own signal`() {
    let recorder = recorder
    for value in 1...3 { input.send(value) }
    expect(recorder.history, equals: [])
    moments[2].send("x")
    moments[2].send("y")
    moments[1].send("x")
    expect(recorder.history, equals: ["2", "1"])
    input.finish()
    expect(recorder.history, equals: ["2", "1"])
    moments[3].send("x")
    expect(recorder.history, equals: ["2", "1", "3", "|"])
  }

  @Test func `as a timeline`() throws {
    let clock = VirtualScheduler()
    let source = TimelineSource<String>("-ab-c|", on: clock)
    let delayed = source.signal.delay {
      $0 == "a" ? .timeline("---x", on: clock) : Signal<String>.timeline("-x", on: clock)
    }
    try timeline(of: delayed, on: clock).expect("---ba(c|)")
  }

  @Test func `a signal that finishes without a value drops its value`() {
    let recorder = recorder
    input.send(1)
    input.send(2)
    moments[1].finish()
    input.finish()
    expect(recorder.history, equals: [])
    moments[2].finish()
    expect(recorder.history, equals: ["|"])
  }

  @Test func `a failure of either comes at once`() {
    expect(history(of: [1], end: .failed(Failure("e"))) { $0.delay { _ in Signal<Int>.never() } }, equals: ["#e"])
    expect(history(of: [1]) { $0.delay { _ in Signal<Int>.failed(Failure("moment")) } }, equals: ["#moment"])
    expect(history(of: [1, -1, 2]) { $0.delay { .just(try checked($0)) } }, equals: ["1", "#negative"])
    expect(history(of: [Int]()) { $0.delay { _ in Signal<Int>.never() } }, equals: ["|"])
    expect(history(of: [1]) { $0.delay { _ in Signal<Int>.never() } }, equals: [])
  }

  @Test func `a signal that emits at once lets the value pass at once`() {
    expect(history(of: [1, 2]) { $0.delay { _ in .of("x", "y") } }, equals: ["1", "2", "|"])
    expect(Recorder(Signal.from(1...3).delay { _ in .just("x") }).history, equals: ["1", "2", "3", "|"])
  }

  @Test func `a value that the handler sends waits in its turn (C4)`() {
    let recorder = Recorder(
      input.delay { [moments] in moments[$0].signal }.map { [input, moments] value in
        if value == 1 {
          input.send(2)
          moments[2].send("too early")
        }
        return value
      })
    input.send(1)
    moments[1].send("x")
    expect(recorder.history, equals: ["1"])
    moments[2].send("x")
    expect(recorder.history, equals: ["1", "2"])
  }

  @Test func `the handler may cancel, and nothing follows (C6)`() {
    expect(history(cancelledInside: [1, 2, 3]) { $0.delay { _ in .just("x") } }, equals: ["1"])
  }

  @Test func `the values that wait are released with the subscription (C8)`() {
    let log = Log<String>()
    let input = SignalInput<Tracked>()
    let endpoint = input.delay { [moments] _ in moments[0].signal.keeping("moment", log) }.subscribeValues { _ in }
    input.send(Tracked("value", log))
    expect(log.entries, equals: [])
    endpoint.cancel()
    expect(log.entries.sorted(), equals: ["moment released", "value released"])
  }

  @Test func `signals may emit on several threads (C3)`() {
    let detector = OverlapDetector()
    let log = Log<Int>()
    let inputs = (0..<1_000).map { _ in SignalInput<Int>() }
    let endpoint = Signal.from(0..<1_000).delay { inputs[$0].signal }.subscribeValues { value in
      detector.run { log.append(value) }
    }
    onThreads(4) { thread in for number in 0..<250 { inputs[4 * number + thread].send(0) } }
    waitUntil { !endpoint.isActive }
    expect(!detector.hasSeenOverlap)
    expect(log.entries.sorted(), equals: Array(0..<1_000))
  }
}
