import Signals
import SignalsTesting
import Testing

@Suite("throttle(until:)", .leavesNothing) struct ThrottleUntilTests {
  private let input = SignalInput<Int>()
  private let moments = (0..<5).map { _ in SignalInput<String>() }

  private func recorder(latest: Bool = true) -> Recorder<Int> {
    Recorder(input.throttle(latest: latest) { [moments] in moments[$0].signal })
  }

  @Test func `emits the first value at once, and the last of its window when the signal of the first emits`() {
    let recorder = recorder()
    input.send(1)
    expect(recorder.history, equals: ["1"])
    input.send(2)
    input.send(3)
    moments[2].send("x")
    expect(recorder.history, equals: ["1"])
    moments[1].send("x")
    expect(recorder.history, equals: ["1", "3"])
    // The value that has waited has opened the next window.
    input.send(4)
    expect(recorder.history, equals: ["1", "3"])
    moments[3].send("x")
    expect(recorder.history, equals: ["1", "3", "4"])
  }

  @Test func `without latest, nothing of the window comes`() {
    let recorder = recorder(latest: false)
    input.send(1)
    input.send(2)
    moments[1].send("x")
    expect(recorder.history, equals: ["1"])
    input.send(3)
    input.send(4)
    input.finish()
    expect(recorder.history, equals: ["1", "3", "|"])
  }

  @Test func `as a timeline`() throws {
    let clock = VirtualScheduler()
    let source = TimelineSource<String>("-abc----d|", on: clock)
    let throttled = source.signal.throttle { _ in Signal<String>.timeline("---x", on: clock) }
    try timeline(of: throttled, on: clock).expect("-a--c---d|")
  }

  @Test func `a signal that finishes without a value closes the window, and drops the waiting value`() {
    let recorder = recorder()
    input.send(1)
    input.send(2)
    moments[1].finish()
    expect(recorder.history, equals: ["1"])
    input.send(3)
    input.finish()
    expect(recorder.history, equals: ["1", "3", "|"])
    expect(history(of: [1, 2]) { $0.throttle { _ in Signal<Int>.empty() } }, equals: ["1", "2", "|"])
  }

  @Test func `a finish emits the waiting value, a failure of either drops it`() {
    expect(history(of: [1, 2, 3]) { $0.throttle { _ in Signal<Int>.never() } }, equals: ["1", "3", "|"])
    expect(
      history(of: [1, 2], end: .failed(Failure("e"))) { $0.throttle { _ in Signal<Int>.never() } }, equals: ["1", "#e"])
    expect(history(of: [1]) { $0.throttle { _ in Signal<Int>.failed(Failure("moment")) } }, equals: ["1", "#moment"])
    expect(history(of: [1, -1, 2]) { $0.throttle { .just(try checked($0)) } }, equals: ["1", "-1", "#negative"])
    expect(history(of: [Int]()) { $0.throttle { _ in Signal<Int>.never() } }, equals: ["|"])
  }

  @Test func `a signal that emits at once closes the window at once`() {
    expect(history(of: [1, 2]) { $0.throttle { _ in .of("x", "y") } }, equals: ["1", "2", "|"])
  }

  @Test func `a value that the handler sends falls into the window (C4)`() {
    let recorder = Recorder(
      input.throttle { [moments] in moments[$0].signal }.map { [input] value in
        if value == 1 { input.send(2) }
        return value
      })
    input.send(1)
    expect(recorder.history, equals: ["1"])
    moments[1].send("x")
    expect(recorder.history, equals: ["1", "2"])
  }

  @Test func `the handler may cancel, and the closure isn't called for that value (C6)`() {
    let log = Log<Int>()
    let bag = CancellableBag()
    input.throttle { value in
      log.append(value)
      return Signal<Int>.never()
    }.subscribeValues { _ in bag.cancel() }.store(in: bag)
    input.send(1)
    input.send(2)
    expect(log.entries, equals: [])
  }

  @Test func `a cancellation releases everything (C8)`() {
    let log = Log<String>()
    let endpoint = input.signal.keeping("own", log)
      .throttle { [moments] in moments[$0].signal.keeping("moment", log) }.subscribeValues { _ in }
    input.send(1)
    endpoint.cancel()
    expect(log.entries.sorted(), equals: ["moment released", "own released"])
  }
}
