import Signals
import SignalsTesting
import Testing

@Suite("windows(every:)", .leavesNothing) struct WindowsTests {
  private let clock = VirtualScheduler()
  private let input = SignalInput<Int>()

  /// The history of every window, each of which is subscribed to in the handler that receives it, and of the result.
  private func windows(
    _ script: KeyValuePairs<Int, Event<Int>>, every interval: Duration = .milliseconds(100)
  ) -> [String] {
    timedHistory(of: script) { signal, clock in
      signal.windows(every: interval, on: clock).enumerated().flatMap { index, window in
        concat(.just("window \(index)"), window.map { "\(index): \($0)" }.append("\(index) ends"))
      }
    }
  }

  @Test func `one window for each interval, also where nothing comes (C15)`() {
    expect(
      windows([10: .value(1), 90: .value(2), 250: .value(3), 260: .end(.finished)]),
      equals: [
        "0 window 0", "10 0: 1", "90 0: 2", "100 0 ends", "100 window 1", "200 1 ends", "200 window 2", "250 2: 3",
        "260 2 ends", "260 |",
      ])
  }

  @Test func `as a timeline`() throws {
    let source = TimelineSource<String>("ab-c--d|", on: clock)
    let counts = source.signal.windows(every: .seconds(2), on: clock).flatMap { $0.count() }.map { "\($0)" }
    // A value at the end of a window is in it.
    try timeline(of: counts, on: clock).expect("--2-1-1(0|)")
  }

  @Test func `a value at the end of a window is in it, as with collect(every:)`() {
    expect(
      windows([100: .value(1), 101: .value(2), 102: .end(.finished)]),
      equals: ["0 window 0", "100 0: 1", "100 0 ends", "100 window 1", "101 1: 2", "102 1 ends", "102 |"])
  }

  @Test func `a failure fails the window, then the result`() {
    let log = Log<String>()
    let bag = CancellableBag()
    bag += input.windows(every: .seconds(1), on: clock).subscribe { event in
      switch event {
      case .value(let window): bag += window.subscribe { log.append("window \($0)") }
      case .end(let end): log.append("\(end)")
      }
    }
    input.send(1)
    input.fail(Failure("e"))
    expect(log.entries, equals: ["window value(1)", "window failed(e)", "failed(e)"])
    expect(clock.pending, equals: 0)
  }

  @Test func `a finish at once`() {
    expect(windows([0: .end(.finished)]), equals: ["0 window 0", "0 0 ends", "0 |"])
    expect(
      Recorder(Signal<Int>.empty().windows(every: .seconds(1), on: clock).map { _ in 0 }).history, equals: ["0", "|"])
    expect(clock.pending, equals: 0)
  }

  @Test func `with an interval of zero, a window holds the values before the scheduler's next call`() {
    expect(
      windows([10: .value(1), 20: .value(2), 21: .end(.finished)], every: .zero),
      equals: ["10 window 0", "10 0: 1", "10 0 ends", "20 window 1", "20 1: 2", "20 1 ends", "21 |"])
    let windows = Recorder(input.windows(every: .zero, on: clock).flatMap { $0.collect() })
    expect(clock.pending, equals: 0)
    input.send(1)
    input.send(2)
    clock.run()
    input.send(3)
    input.finish()
    expect(windows.history, equals: ["[1, 2]", "[3]", "|"])
  }

  @Test func `a late subscriber starts with the next value, and one after the window receives the finish`() {
    let kept = Guarded<[Signal<Int>]>([])
    let endpoint = input.windows(every: .seconds(1), on: clock).subscribeValues { window in
      kept.change { $0.append(window) }
    }
    input.send(1)
    let late = Recorder(kept.change { $0[0] })
    input.send(2)
    clock.advance(by: .seconds(1))
    expect(late.history, equals: ["2", "|"])
    expect(Recorder(kept.change { $0[0] }).history, equals: ["|"])
    expect(kept.change { $0.count }, equals: 2)
    withExtendedLifetime(endpoint) {}
    kept.change { $0 = [] }
  }

  @Test
  func `when the result is cancelled, the window goes on for its subscribers to its end, and no further one begins`() {
    let log = Log<String>()
    let endpoint = Guarded<Recorder<Int>?>(nil)
    let windows = input.signal.keeping("upstream", log).windows(every: .seconds(1), on: clock)
    let first = windows.prefix(1).subscribeValues { window in endpoint.change { $0 = Recorder(window) } }
    input.send(1)
    expect(!first.isActive)
    expect(log.entries, equals: [])
    clock.advance(by: .milliseconds(500))
    input.send(2)
    clock.advance(by: .milliseconds(500))
    expect(endpoint.change { $0?.history }, equals: ["1", "2", "|"])
    expect(log.entries, equals: ["upstream released"])
    expect(clock.pending, equals: 0)
    endpoint.change { $0 = nil }
  }

  @Test func `without subscribers, a cancellation releases everything and leaves no timer (C8)`() {
    let log = Log<String>()
    let kept = Guarded<Signal<Int>?>(nil)
    let endpoint = input.signal.keeping("upstream", log).windows(every: .seconds(1), on: clock).subscribeValues {
      window in
      kept.change { $0 = window }
    }
    expect(clock.pending, equals: 1)
    endpoint.cancel()
    expect(log.entries, equals: ["upstream released"])
    expect(clock.pending, equals: 0)
    expect(kept.change { $0.map { Recorder($0).history } }, equals: ["|"])
    kept.change { $0 = nil }
  }

  @Test func `an error in a closure below releases the upstream (C14)`() {
    let log = Log<String>()
    let windows = input.signal.keeping("upstream", log).windows(every: .seconds(1), on: clock).enumerated()
    let recorder = Recorder(windows.map { index, _ in if index == 1 { throw Failure("below") } })
    input.send(1)
    expect(log.entries, equals: [])
    clock.advance(by: .seconds(1))
    expect(recorder.history, equals: ["()", "#below"])
    expect(log.entries, equals: ["upstream released"])
    expect(clock.pending, equals: 0)
    expect(Recorder(windows.map { _ in throw Failure("below") }).history, equals: ["#below"])
    expect(clock.pending, equals: 0)
  }

  @Test func `a call that is late by several intervals begins one window, which ends in time`() {
    let late = LateScheduler(clock)
    let log = Log<Int>()
    let endpoint = input.windows(every: .seconds(1), on: late).enumerated().subscribeValues { index, _ in
      log.append(index)
    }
    late.take(.milliseconds(2_500))
    clock.advance(by: .seconds(1))
    // It is 3.5 seconds, and the next window ends at 4.
    expect(log.entries, equals: [0, 1])
    clock.advance(by: .milliseconds(499))
    expect(log.entries, equals: [0, 1])
    clock.advance(by: .milliseconds(1))
    expect(log.entries, equals: [0, 1, 2])
    endpoint.cancel()
  }

  @Test(arguments: Ending.allCases)
  func `leaves no timer, however it ends (C8)`(_ ending: Ending) {
    let left = leftovers(ending) { signal, clock in
      signal.windows(every: .milliseconds(200), on: clock).flatMap { $0.collect() }
    }
    expect(left, equals: Leftovers(timersBefore: 1))
  }
}
