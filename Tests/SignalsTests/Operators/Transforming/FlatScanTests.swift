import Signals
import SignalsTesting
import Testing

@Suite("flatScan", .leavesNothing) struct FlatScanTests {
  private let input = SignalInput<Int>()
  private let inner = (0..<4).map { _ in SignalInput<Int>() }
  private let calls = Log<String>()

  private func recorder(_ strategy: FlatMapStrategy) -> Recorder<Int> {
    Recorder(
      input.flatScan(100, strategy) { [inner, calls] result, value in
        calls.append("\(result) \(value)")
        return inner[value].signal
      })
  }

  @Test(arguments: FlatMapTests.strategies)
  func `the last value of a signal that ends at once is the result for the next`(
    _ strategy: FlatMapStrategy, _ name: String
  ) {
    expect(history(of: [1, 2, 3]) { $0.flatScan(0, strategy) { .just($0 + $1) } }, equals: ["1", "3", "6", "|"])
    expect(
      history(of: [1, 2]) { $0.flatScan(0, strategy) { .of($0 + $1, $0 + 10 * $1) } },
      equals: ["1", "10", "12", "30", "|"])
    expect(history(of: [1, 2]) { $0.flatScan(7, strategy) { _, _ in .empty() } }, equals: ["|"])
    expect(history(of: [Int]()) { $0.flatScan(7, strategy) { .just($0 + $1) } }, equals: ["|"])
    expect(history(of: [1, 2], end: nil) { $0.flatScan(0, strategy) { .just($0 + $1) } }, equals: ["1", "3"])
  }

  @Test func `a function takes the place of the closure`() {
    @Sendable func sum(_ result: Int, _ value: Int) -> Signal<Int> { .just(result + value) }
    expect(history(of: [1, 2]) { $0.flatScan(0, sum) }, equals: ["1", "3", "|"])
    expect(history(of: [1, 2]) { $0.flatScan(0, .concat, sum) }, equals: ["1", "3", "|"])
  }

  @Test func `with merge, the latest result of any signal counts`() {
    let recorder = recorder(.merge)
    input.send(0)
    input.send(1)
    inner[1].send(7)
    inner[0].send(5)
    input.send(2)
    expect(calls.entries, equals: ["100 0", "100 1", "5 2"])
    expect(recorder.history, equals: ["7", "5"])
    input.finish()
    for number in 0..<3 { inner[number].finish() }
    expect(recorder.history, equals: ["7", "5", "|"])
  }

  @Test func `with concat, a value waits, and sees the result of that moment`() {
    let recorder = recorder(.concat)
    input.send(0)
    input.send(1)
    inner[0].send(5)
    expect(calls.entries, equals: ["100 0"])
    inner[0].finish()
    expect(calls.entries, equals: ["100 0", "5 1"])
    input.finish()
    inner[1].finish()
    expect(recorder.history, equals: ["5", "|"])
  }

  @Test func `with latest, a new value cancels the signal before, and keeps its result`() {
    let log = Log<String>()
    let recorder = Recorder(
      input.flatScan(100, .latest) { [inner] result, value in
        inner[value].signal.map { $0 + result }.keeping("\(value)", log)
      })
    input.send(0)
    inner[0].send(1)
    input.send(1)
    expect(log.entries, equals: ["0 released"])
    inner[0].send(2)
    inner[1].send(3)
    expect(recorder.history, equals: ["101", "104"])
  }

  @Test func `with first, values are dropped while a signal runs`() {
    let recorder = recorder(.first)
    input.send(0)
    input.send(1)
    inner[0].send(5)
    inner[0].finish()
    input.send(2)
    expect(calls.entries, equals: ["100 0", "5 2"])
    expect(recorder.history, equals: ["5"])
  }

  @Test func `each subscription begins with the initial result (C2)`() {
    let signal = Signal.of(1, 2).flatScan(0, .concat) { .just($0 + $1) }
    expect(Recorder(signal).history, equals: ["1", "3", "|"])
    expect(Recorder(signal).history, equals: ["1", "3", "|"])
  }

  @Test func `results that are optional may be nil`() {
    expect(
      history(of: [1, 2]) { $0.flatScan(Int?(5), .concat) { result, _ in .just(result == nil ? 1 : nil) } },
      equals: ["nil", "Optional(1)", "|"])
  }

  @Test func `a failure of any of them fails the result`() {
    expect(
      history(of: [1], end: .failed(Failure("e"))) { $0.flatScan(0) { .just($0 + $1) } }, equals: ["1", "#e"])
    expect(history(of: [1]) { $0.flatScan(0) { _, _ in .failed(Failure("inner")) } }, equals: ["#inner"])
    expect(history(of: [1, -1]) { $0.flatScan(0) { .just(try checked($1) + $0) } }, equals: ["1", "#negative"])
  }

  @Test func `the handler may cancel, and nothing follows (C6)`() {
    expect(history(cancelledInside: [1, 2, 3]) { $0.flatScan(0) { .just($0 + $1) } }, equals: ["1"])
  }

  @Test func `many that wait and end at once need no stack (C5)`() {
    let recorder = Recorder(Signal.from(1...100_000).flatScan(0, .concat) { .just($0 + $1) }.last())
    expect(recorder.history, equals: ["5000050000", "|"])
    let waiting = self.recorder(.concat)
    input.send(0)
    for _ in 0..<100_000 { input.send(1) }
    inner[1].finish()
    inner[0].finish()
    input.finish()
    expect(waiting.history, equals: ["|"])
  }

  @Test func `results are released with the subscription (C8)`() {
    let log = Log<String>()
    let input = SignalInput<Int>()
    let endpoint = input.flatScan(Tracked("initial", log), .merge) { _, _ in .just(Tracked("result", log)) }
      .subscribeValues { _ in }
    input.send(1)
    expect(log.entries, equals: [])
    endpoint.cancel()
    expect(log.entries.sorted(), equals: ["initial released", "result released"])
  }
}
