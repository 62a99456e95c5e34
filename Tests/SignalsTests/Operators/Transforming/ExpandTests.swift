import Signals
import SignalsTesting
import Testing

@Suite("expand", .leavesNothing) struct ExpandTests {
  /// A node of a tree: its two children, and nothing below 8.
  @Sendable private static func children(_ number: Int) -> Signal<Int> {
    number < 4 ? .of(2 * number, 2 * number + 1) : .empty()
  }

  private let input = SignalInput<Int>()
  private let inner = (0..<5).map { _ in SignalInput<Int>() }

  private func recorder(limit: Int? = nil) -> Recorder<Int> {
    Recorder(input.expand(limit: limit) { [inner] in inner[$0].signal })
  }

  @Test func `emits each value, and its expansion`() {
    expect(history(of: [1]) { $0.expand(Self.children) }, equals: ["1", "2", "3", "4", "5", "6", "7", "|"])
    expect(history(of: [2, 3]) { $0.expand(Self.children) }, equals: ["2", "4", "5", "3", "6", "7", "|"])
    expect(history(of: [Int]()) { $0.expand(Self.children) }, equals: ["|"])
    expect(history(of: [1, 2]) { $0.expand { _ in .empty() } }, equals: ["1", "2", "|"])
  }

  @Test func `values of inner signals that come later are expanded, too`() {
    let recorder = recorder()
    input.send(0)
    inner[0].send(1)
    inner[0].send(2)
    inner[2].send(3)
    expect(recorder.history, equals: ["0", "1", "2", "3"])
    input.finish()
    for number in 0..<3 { inner[number].finish() }
    expect(recorder.history, equals: ["0", "1", "2", "3"])
    inner[3].finish()
    expect(recorder.history, equals: ["0", "1", "2", "3", "|"])
  }

  @Test func `as a timeline (C15)`() throws {
    let clock = VirtualScheduler()
    let source = TimelineSource<Int>("-1|", on: clock)
    let doubled = source.signal.expand { $0 < 8 ? .after(.seconds(2), 2 * $0, on: clock) : .empty() }
    try timeline(of: doubled, on: clock).expect("-1-2-4-(8|)")
  }

  @Test func `beyond the limit, a value waits, and comes when its turn does`() throws {
    let recorder = recorder(limit: 1)
    input.send(0)
    inner[0].send(1)
    input.send(2)
    expect(recorder.history, equals: ["0"])
    inner[0].finish()
    expect(recorder.history, equals: ["0", "1"])
    inner[1].finish()
    expect(recorder.history, equals: ["0", "1", "2"])
    input.finish()
    inner[2].finish()
    expect(recorder.history, equals: ["0", "1", "2", "|"])

    let clock = VirtualScheduler()
    let source = TimelineSource<Int>("(13)|", on: clock)
    let limited = source.signal.expand(limit: 1) { $0 < 4 ? .after(.seconds(2), 2 * $0, on: clock) : .empty() }
    try timeline(of: limited, on: clock).expect("1-3-2-(64|)")
  }

  @Test func `a million steps need no stack (C5)`() {
    let number = repetitions(1_000_000, quick: 100_000)
    let recorder = Recorder(Signal.just(1).expand { $0 < number ? .just($0 + 1) : .empty() }.count())
    expect(recorder.history, equals: ["\(number)", "|"])
    let fewer = repetitions(100_000, quick: 20_000)
    let limited = Recorder(Signal.just(1).expand(limit: 1) { $0 < fewer ? .just($0 + 1) : .empty() }.last())
    expect(limited.history, equals: ["\(fewer)", "|"])
  }

  @Test func `an endless sequence stops with the subscription (C6)`() {
    expect(Recorder(Signal.just(0).expand { .from(($0 + 1)...) }.prefix(4)).history, equals: ["0", "1", "2", "3", "|"])
    let made = Log<Int>()
    let recorder = Recorder(
      Signal.just(0).expand { value in
        made.append(value)
        return .just(value + 1)
      }.prefix(3))
    expect(recorder.history, equals: ["0", "1", "2", "|"])
    expect(made.entries, equals: [0, 1])
  }

  @Test func `a failure of any of them fails the result`() {
    expect(history(of: [1], end: .failed(Failure("e"))) { $0.expand { _ in .never() } }, equals: ["1", "#e"])
    expect(history(of: [1]) { $0.expand { _ in .failed(Failure("inner")) } }, equals: ["1", "#inner"])
    expect(
      history(of: [1, -1]) {
        $0.expand {
          _ = try checked($0); return .empty()
        }
      }, equals: ["1", "-1", "#negative"])
    let recorder = recorder(limit: 1)
    input.send(0)
    input.send(1)
    inner[0].fail(Failure("inner"))
    expect(recorder.history, equals: ["0", "#inner"])
  }

  @Test func `a value that the handler sends follows (C4)`() {
    expect(
      history(of: [1], sendingInside: [5]) { $0.expand { $0 < 4 ? .just($0 + 1) : .empty() } },
      equals: ["1", "2", "3", "4", "5", "|"])
  }

  @Test func `the handler may cancel, and everything is released (C6, C8)`() {
    let log = Log<String>()
    let bag = CancellableBag()
    input.expand { [inner] in inner[$0].signal.keeping("\($0)", log) }.subscribeValues { value in
      if value == 2 { bag.cancel() }
    }.store(in: bag)
    for value in 0...2 { input.send(value) }
    expect(log.entries.sorted(), equals: ["0 released", "1 released"])
  }

  @Test func `inner signals may emit on several threads (C3)`() {
    let detector = OverlapDetector()
    let log = Log<Int>()
    let inner = (0..<4).map { _ in SignalInput<Int>() }
    let endpoint = Signal.from(0..<4).expand { value in value < 4 ? inner[value].signal : .empty() }
      .subscribeValues { value in detector.run { log.append(value) } }
    onThreads(4) { thread in
      for number in 0..<500 { inner[thread].send(4 + 4 * number + thread) }
      inner[thread].finish()
    }
    waitUntil { !endpoint.isActive }
    expect(!detector.hasSeenOverlap)
    expect(log.entries.sorted(), equals: Array(0..<2_004))
  }
}
