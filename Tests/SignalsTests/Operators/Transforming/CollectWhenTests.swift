import Signals
import SignalsTesting
import Testing

@Suite("collect(when:)", .leavesNothing) struct CollectWhenTests {
  private let input = SignalInput<Int>()
  private let closing = SignalInput<String>()

  private var recorder: Recorder<[Int]> { Recorder(input.collect { [closing] in closing.signal }) }

  @Test func `emits the values since the last closing, also if there are none`() {
    let recorder = recorder
    input.send(1)
    input.send(2)
    closing.send("x")
    closing.send("x")
    input.send(3)
    expect(recorder.history, equals: ["[1, 2]", "[]"])
    input.finish()
    expect(recorder.history, equals: ["[1, 2]", "[]", "[3]", "|"])
  }

  @Test func `as a timeline, with a closing signal made anew for each array (C15)`() throws {
    let clock = VirtualScheduler()
    let source = TimelineSource<String>("-ab-c---d|", on: clock)
    let made = Log<Int>()
    let collected = source.signal.collect {
      made.append(made.entries.count)
      return Signal<String>.timeline("--x|", on: clock)
    }.map { $0.joined() }
    let recorder = TimedRecorder(collected, on: clock)
    clock.run()
    // The first closing signal is subscribed to before the source, and the later ones after it.
    expect(recorder.history, equals: ["2000 a", "4000 bc", "6000 ", "8000 d", "9000 ", "9000 |"])
    expect(made.entries, equals: [0, 1, 2, 3, 4])
  }

  @Test func `a closing signal that finishes without a value leaves the array open until the finish`() {
    expect(history(of: [1, 2, 3]) { $0.collect { Signal<Int>.empty() } }, equals: ["[1, 2, 3]", "|"])
    expect(history(of: [Int]()) { $0.collect { Signal<Int>.never() } }, equals: ["[]", "|"])
  }

  @Test func `a failure of either comes at once, without the array`() {
    expect(history(of: [1], end: .failed(Failure("e"))) { $0.collect { Signal<Int>.never() } }, equals: ["#e"])
    let recorder = recorder
    input.send(1)
    closing.fail(Failure("closing"))
    expect(recorder.history, equals: ["#closing"])
    expect(Recorder(input.collect { () throws -> Signal<Int> in throw Failure("made") }).history, equals: ["#made"])
  }

  @Test func `closing signals that emit at once don't deepen the stack, and stop with the subscription (C5, C6)`() {
    let made = Log<Bool>()
    let recorder = Recorder(
      Signal<Int>.never().collect {
        made.append(true)
        return .just("x")
      }.prefix(10_000))
    expect(recorder.values, equals: [[Int]](repeating: [], count: 10_000))
    expect(recorder.end != nil)
    expect(made.entries.count, equals: 10_000)
  }

  @Test func `values that the handler sends belong to the next array (C4)`() {
    let recorder = Recorder(
      input.collect { [closing] in closing.signal }.map { [input] values in
        if values == [1] { input.send(2) }
        return values
      })
    input.send(1)
    closing.send("x")
    closing.send("x")
    expect(recorder.history, equals: ["[1]", "[2]"])
  }

  @Test func `the handler may cancel, and no closing signal is made any more (C6, C8)`() {
    let log = Log<String>()
    let bag = CancellableBag()
    input.collect { [closing] in
      log.append("made")
      return closing.signal.keeping("closing", log)
    }.subscribeValues { _ in bag.cancel() }.store(in: bag)
    closing.send("x")
    expect(log.entries, equals: ["made", "closing released"])
  }
}
