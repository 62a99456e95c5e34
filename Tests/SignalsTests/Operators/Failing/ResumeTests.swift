import Signals
import SignalsTesting
import Testing

@Suite("resume(with:)", .leavesNothing) struct ResumeTests {
  private let failing = Signal<Int>.of(3).append(.failed(Failure("e")))

  @Test func `continues after a finish and after a failure, and finishes after the last`() {
    expect(history(of: [1, 2]) { $0.resume(with: .of(4), .of(5)) }, equals: ["1", "2", "4", "5", "|"])
    expect(
      Recorder(failing.resume(with: .of(4), failing, .of(5), failing)).history, equals: ["3", "4", "3", "5", "3", "|"])
    expect(history(of: [1], end: .failed(Failure("e"))) { $0.resume(with: [Signal<Int>]()) }, equals: ["1", "|"])
    expect(history(of: [Int]()) { $0.resume(with: [.of(7), .empty()]) }, equals: ["7", "|"])
  }

  @Test func `as a timeline`() throws {
    let clock = VirtualScheduler()
    let source = TimelineSource<String>("-a-#", on: clock)
    let other = TimelineSource<String>("-b|", on: clock)
    let last = TimelineSource<String>("--c#", on: clock)
    try timeline(of: source.signal.resume(with: other.signal, last.signal), on: clock).expect("-a--b--c|")
    expect(other.subscriptions, equals: ["---^-!"])
  }

  @Test func `each is subscribed to at the end of the one before, and released with its own`() {
    let log = Log<String>()
    let (first, second) = (SignalInput<Int>(), SignalInput<Int>())
    let recorder = Recorder(counted(first, log).resume(with: counted(second, log)))
    second.send(0)
    expect(log.entries, equals: ["subscribed"])
    first.fail(Failure("e"))
    expect(log.entries.sorted(), equals: ["subscribed", "subscribed", "subscription released"])
    second.send(1)
    second.finish()
    expect(recorder.history, equals: ["1", "|"])
  }

  @Test func `properties may follow`() {
    let input = SignalInput<Int>()
    let others: [any SignalConvertible<Int>] = [input]
    let recorder = Recorder(Signal<Int>.failed(Failure("e")).resume(with: others[0], Signal.of(2)))
    input.send(1)
    input.finish()
    expect(recorder.history, equals: ["1", "2", "|"])
  }

  @Test func `an error downstream doesn't belong to it (C14)`() {
    let recorder = Recorder(
      Signal.of(1, -1, 2).resume(with: .of(5)).map { try checked($0) })
    expect(recorder.history, equals: ["1", "#negative"])
    expect(Recorder(Signal.of(1, -1, 2).map { try checked($0) }.resume(with: .of(5))).history, equals: ["1", "5", "|"])
  }

  @Test func `the handler may cancel, and no other signal is subscribed to (C6)`() {
    let log = Log<String>()
    let bag = CancellableBag()
    let input = SignalInput<Int>()
    input.resume(with: counted(.of(2), log)).subscribe { _ in bag.cancel() }.store(in: bag)
    input.send(1)
    input.finish()
    expect(log.entries, equals: [])
  }

  @Test func `many that end at once need no stack (C5)`() {
    let others = (1...100_000).map { $0 % 2 == 0 ? Signal.just($0) : .failed(Failure()) }
    expect(Recorder(Signal<Int>.empty().resume(with: others).count()).history, equals: ["50000", "|"])
  }
}
