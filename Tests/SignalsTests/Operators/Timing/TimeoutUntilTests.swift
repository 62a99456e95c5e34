import Signals
import SignalsTesting
import Testing

@Suite("timeout(until:)", .leavesNothing) struct TimeoutUntilTests {
  private let input = SignalInput<Int>()
  private let first = SignalInput<String>()
  private let limits = (0..<4).map { _ in SignalInput<String>() }

  private var recorder: Recorder<Int> {
    Recorder(
      input.timeout(first: first, customError: { Failure("late") }) { [limits] in limits[$0].signal })
  }

  @Test func `fails when the limit of the latest value emits`() {
    let recorder = recorder
    input.send(1)
    input.send(2)
    limits[1].send("x")
    first.send("x")
    expect(recorder.history, equals: ["1", "2"])
    limits[2].send("x")
    expect(recorder.history, equals: ["1", "2", "#late"])
    input.send(3)
    expect(recorder.history, equals: ["1", "2", "#late"])
  }

  @Test func `fails when the first limit emits before a value`() {
    let recorder = recorder
    first.send("x")
    expect(recorder.history, equals: ["#late"])
    expect(
      history(of: [1]) { $0.timeout(first: Signal.just("x")) { _ in Signal<Int>.never() } },
      equals: ["#no value in time"]
    )
  }

  @Test func `as a timeline`() throws {
    let clock = VirtualScheduler()
    // An event of the source at the instant of the limit is in time (C15).
    let source = TimelineSource<String>("---a--b---c|", on: clock)
    let limited = source.signal.timeout(first: Signal<String>.timeline("---x", on: clock)) { _ in
      Signal<String>.timeline("---x", on: clock)
    }
    try timeline(of: limited, on: clock).expect("---a--b--#")
  }

  @Test func `the first limit isn't subscribed to if a value arrives within the subscribing call`() {
    let log = Log<String>()
    let limit = Signal<Int>.never().handleEvents(onSubscribe: { log.append("first") })
    let recorder = Recorder(
      Signal.just(1).append(.never()).timeout(first: limit) { _ in
        Signal<Int>.never().handleEvents(onSubscribe: { log.append("each") })
      })
    expect(recorder.history, equals: ["1"])
    expect(log.entries, equals: ["each"])
  }

  @Test func `without a first limit, the first value may take any time`() {
    expect(history(of: [Int](), end: nil) { $0.timeout { _ in .just("x") } }, equals: [])
    expect(history(of: [1, 2]) { $0.timeout { _ in .just("x") } }, equals: ["1", "#no value in time"])
  }

  @Test func `a limit that finishes without a value is none`() {
    let recorder = recorder
    first.finish()
    input.send(1)
    limits[1].finish()
    input.send(2)
    expect(recorder.history, equals: ["1", "2"])
    limits[2].send("x")
    expect(recorder.history, equals: ["1", "2", "#late"])
  }

  @Test func `an end passes at once, and a limit that fails fails the result`() {
    expect(history(of: [1, 2]) { $0.timeout { _ in Signal<Int>.never() } }, equals: ["1", "2", "|"])
    expect(
      history(of: [1], end: .failed(Failure("e"))) { $0.timeout { _ in Signal<Int>.never() } }, equals: ["1", "#e"])
    expect(history(of: [1]) { $0.timeout { _ in Signal<Int>.failed(Failure("limit")) } }, equals: ["1", "#limit"])
    expect(history(of: [-1, 2]) { $0.timeout { .just(try checked($0)) } }, equals: ["-1", "#negative"])
    expect(
      history(of: [1]) { $0.timeout(customError: { throw Failure("thrown") }) { _ in .just(0) } },
      equals: ["1", "#thrown"])
  }

  @Test func `the error has no interval`() {
    let recorder = Recorder(Signal<Int>.never().timeout(first: Signal.just(0)) { _ in Signal<Int>.never() })
    guard case .failed(let error as TimeoutError) = recorder.end else {
      Issue.record("it ended as \(recorder.history)")
      return
    }
    expect(error, equals: TimeoutError())
    expect(error.interval == nil)
  }

  @Test func `a value that the handler sends has a limit of its own (C4)`() {
    let recorder = Recorder(
      input.timeout { [limits] in limits[$0].signal }.map { [input, limits] value in
        if value == 1 {
          input.send(2)
          limits[1].send("not subscribed to yet")
        }
        return value
      })
    input.send(1)
    limits[1].send("over")
    expect(recorder.history, equals: ["1", "2"])
    limits[2].send("x")
    expect(recorder.history, equals: ["1", "2", "#no value in time"])
  }

  @Test func `the handler may cancel, and the closure isn't called for that value (C6)`() {
    let log = Log<Int>()
    let bag = CancellableBag()
    input.timeout { value in
      log.append(value)
      return Signal<Int>.never()
    }.subscribeValues { _ in bag.cancel() }.store(in: bag)
    input.send(1)
    expect(log.entries, equals: [])
  }

  @Test func `a cancellation and a timeout release everything (C8)`() {
    for isCancelled in [true, false] {
      let log = Log<String>()
      let limit = SignalInput<Int>()
      let endpoint = input.signal.keeping("own", log)
        .timeout { _ in limit.signal.keeping("limit", log) }.subscribe { _ in }
      input.send(1)
      expect(log.entries, equals: [])
      if isCancelled { endpoint.cancel() } else { limit.send(0) }
      expect(log.entries.sorted(), equals: ["limit released", "own released"])
    }
  }
}
