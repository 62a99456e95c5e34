import Signals
import SignalsTesting
import Testing

@Suite("uniqued(until:)", .leavesNothing) struct UniquedUntilTests {
  private let input = SignalInput<Int>()
  private let reset = SignalInput<String>()

  @Test func `emits each value once, and once more after each reset`() {
    let recorder = Recorder(input.uniqued(until: reset))
    for value in [1, 2, 1, 2] { input.send(value) }
    reset.send("x")
    for value in [2, 1, 2] { input.send(value) }
    reset.send("x")
    reset.send("x")
    input.send(1)
    input.finish()
    expect(recorder.history, equals: ["1", "2", "2", "1", "1", "|"])
  }

  @Test func `as a timeline`() throws {
    let clock = VirtualScheduler()
    let reset = TimelineSource<String>("----x", on: clock, begins: .whenMade)
    let source = TimelineSource<String>("-aabaab|", on: clock)
    try timeline(of: source.signal.uniqued(until: reset.signal), on: clock).expect("-a-ba-b|")
  }

  @Test func `by a key`() {
    let recorder = Recorder(input.uniqued(on: { try checked($0) % 10 }, until: reset))
    for value in [1, 11, 2] { input.send(value) }
    reset.send("x")
    for value in [21, 1, -1] { input.send(value) }
    expect(recorder.history, equals: ["1", "2", "21", "#negative"])
  }

  @Test func `the finish of the reset has no effect, and its failure fails`() {
    let finished = Recorder(input.uniqued(until: Signal<Int>.empty()))
    let failed = Recorder(input.uniqued(until: reset))
    input.send(1)
    input.send(1)
    reset.fail(Failure("reset"))
    input.send(2)
    expect(finished.history, equals: ["1", "2"])
    expect(failed.history, equals: ["1", "#reset"])
    expect(
      history(of: [1, 1], end: .failed(Failure("e"))) { $0.uniqued(until: Signal<Int>.never()) }, equals: ["1", "#e"])
  }

  @Test func `a reset at once precedes the first value, and one signal may be both`() {
    expect(history(of: [1, 1]) { $0.uniqued(until: Signal.just(0)) }, equals: ["1", "|"])
    expect(history(of: [1, 1, 2]) { $0.uniqued(until: $0) }, equals: ["1", "1", "2", "|"])
  }

  @Test func `a reset that the handler sends takes effect after the value (C4)`() {
    let recorder = Recorder(
      input.uniqued(until: reset).map { [reset] value in
        reset.send("x")
        return value
      })
    for _ in 0..<3 { input.send(1) }
    expect(recorder.history, equals: ["1", "1", "1"])
  }

  @Test func `a cancellation releases both, and the keys (C8)`() {
    let log = Log<String>()
    let endpoint = input.signal.keeping("own", log).uniqued(until: reset.signal.keeping("reset", log))
      .subscribeValues { _ in }
    endpoint.cancel()
    expect(log.entries.sorted(), equals: ["own released", "reset released"])
  }
}
