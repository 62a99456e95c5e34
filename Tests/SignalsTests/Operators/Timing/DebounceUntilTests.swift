import Signals
import SignalsTesting
import Testing

@Suite("debounce(until:)", .leavesNothing) struct DebounceUntilTests {
  private let input = SignalInput<Int>()
  private let moments = (0..<4).map { _ in SignalInput<String>() }

  private var recorder: Recorder<Int> { Recorder(input.debounce { [moments] in moments[$0].signal }) }

  @Test func `emits the value when its signal does`() {
    let recorder = recorder
    input.send(1)
    expect(recorder.history, equals: [])
    moments[1].send("x")
    moments[1].send("y")
    expect(recorder.history, equals: ["1"])
    input.send(2)
    moments[2].send("x")
    expect(recorder.history, equals: ["1", "2"])
  }

  @Test func `as a timeline`() throws {
    let clock = VirtualScheduler()
    let source = TimelineSource<String>("-ab----c--|", on: clock)
    let debounced = source.signal.debounce {
      $0 == "c" ? .timeline("-x", on: clock) : Signal<String>.timeline("---x", on: clock)
    }
    try timeline(of: debounced, on: clock).expect("-----b--c-|")
  }

  @Test func `a new value takes the place of the waiting one, and cancels its signal (C8)`() {
    let log = Log<String>()
    let recorder = Recorder(input.debounce { [moments] in moments[$0].signal.keeping("\($0)", log) })
    input.send(1)
    input.send(2)
    expect(log.entries, equals: ["1 released"])
    moments[1].send("x")
    expect(recorder.history, equals: [])
    moments[2].send("x")
    expect(recorder.history, equals: ["2"])
    expect(log.entries, equals: ["1 released", "2 released"])
  }

  @Test func `a signal that finishes without a value leaves the value waiting`() {
    let recorder = recorder
    input.send(1)
    moments[1].finish()
    expect(recorder.history, equals: [])
    input.send(2)
    moments[2].finish()
    input.finish()
    expect(recorder.history, equals: ["2", "|"])
  }

  @Test func `a finish emits the waiting value, a failure of either drops it`() {
    let finished = recorder
    input.send(1)
    input.finish()
    expect(finished.history, equals: ["1", "|"])
    expect(history(of: [1], end: .failed(Failure("e"))) { $0.debounce { _ in Signal<Int>.never() } }, equals: ["#e"])
    expect(history(of: [1]) { $0.debounce { _ in Signal<Int>.failed(Failure("moment")) } }, equals: ["#moment"])
    expect(history(of: [1, -1, 2]) { $0.debounce { .just(try checked($0)) } }, equals: ["1", "#negative"])
    expect(history(of: [Int]()) { $0.debounce { _ in Signal<Int>.never() } }, equals: ["|"])
  }

  @Test func `a signal that emits at once lets the value pass at once`() {
    expect(history(of: [1, 2]) { $0.debounce { _ in .of("x", "y") } }, equals: ["1", "2", "|"])
  }

  @Test func `values that are optional may be nil`() {
    expect(history(of: [1, nil]) { $0.debounce { _ in Signal<Int>.never() } }, equals: ["nil", "|"])
  }

  @Test func `a value that the handler sends waits in its turn (C4)`() {
    let recorder = Recorder(
      input.debounce { [moments] in moments[$0].signal }.map { [input] value in
        if value == 1 { input.send(2) }
        return value
      })
    input.send(1)
    moments[1].send("x")
    expect(recorder.history, equals: ["1"])
    moments[2].send("x")
    expect(recorder.history, equals: ["1", "2"])
  }

  @Test func `the handler may cancel, and nothing follows (C6)`() {
    expect(history(cancelledInside: [1, 2, 3]) { $0.debounce { _ in .just("x") } }, equals: ["1"])
  }

  @Test func `a cancellation releases everything (C8)`() {
    let log = Log<String>()
    let endpoint = input.signal.keeping("own", log)
      .debounce { [moments] in moments[$0].signal.keeping("moment", log) }.subscribeValues { _ in }
    input.send(1)
    endpoint.cancel()
    expect(log.entries.sorted(), equals: ["moment released", "own released"])
  }

  @Test func `signals and values may come from several threads (C3)`() {
    let detector = OverlapDetector()
    let log = Log<Int>()
    let signals = moments.map(\.signal)
    let endpoint = input.debounce { signals[$0 % 4] }.subscribeValues { value in
      detector.run { log.append(value) }
    }
    onThreads(4) { [input, moments] thread in
      for number in 0..<1_000 { if thread == 0 { input.send(number) } else { moments[thread].send("x") } }
    }
    input.finish()
    waitUntil { !endpoint.isActive }
    expect(!detector.hasSeenOverlap)
    expect(log.entries, equals: Set(log.entries).sorted())
    expect(log.entries.last, equals: 999)
  }
}
