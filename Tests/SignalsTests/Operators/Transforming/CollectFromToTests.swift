import Signals
import SignalsTesting
import Testing

@Suite("collect(from:to:)", .leavesNothing) struct CollectFromToTests {
  private let input = SignalInput<Int>()
  private let openings = SignalInput<Int>()
  private let closings = (0..<3).map { _ in SignalInput<String>() }

  private var recorder: Recorder<[Int]> {
    Recorder(input.collect(from: openings) { [closings] in closings[$0].signal })
  }

  @Test func `collects from each opening to its closing, also in several arrays at once`() {
    let recorder = recorder
    input.send(1)
    openings.send(0)
    input.send(2)
    openings.send(1)
    input.send(3)
    closings[0].send("x")
    input.send(4)
    closings[0].send("y")
    closings[1].send("x")
    input.send(5)
    expect(recorder.history, equals: ["[2, 3]", "[3, 4]"])
    openings.send(2)
    closings[2].send("x")
    expect(recorder.history, equals: ["[2, 3]", "[3, 4]", "[]"])
  }

  @Test func `as a timeline`() throws {
    let clock = VirtualScheduler()
    let source = TimelineSource<String>("-abcdefg-|", on: clock)
    let openings = TimelineSource<String>("--x-y-----", on: clock)
    let collected = source.signal.collect(from: openings.signal) { _ in Signal<String>.timeline("---x", on: clock) }
    let recorder = TimedRecorder(collected.map { $0.joined() }, on: clock)
    clock.run()
    // In each frame, the openings come first, then the source, then the closings.
    expect(recorder.history, equals: ["5000 bcde", "7000 defg", "9000 |"])
  }

  @Test func `many arrays may be open, and close in any order`() {
    let number = repetitions(100_000, quick: 10_000)
    let closing = SignalInput<Int>()
    for order in [Array(0..<number), (0..<number).reversed(), (0..<number).shuffled()] {
      let closings = order.map { _ in SignalInput<Int>() }
      let recorder = Recorder(input.collect(from: openings) { closings[$0].signal }.map(\.count))
      for index in order.indices { openings.send(index) }
      for index in order { closings[index].send(0) }
      expect(recorder.values, equals: Array(repeating: 0, count: number))
    }
    let recorder = Recorder(input.collect(from: openings) { _ in closing.signal }.count())
    for index in 0..<number { openings.send(index) }
    input.finish()
    expect(recorder.history, equals: ["\(number)", "|"])
  }

  @Test func `the array of the closing signal is the one that is emitted, in any order of the closings`() {
    let closings = (0..<9).map { _ in SignalInput<Int>() }
    let recorder = Recorder(input.collect(from: openings) { closings[$0].signal })
    for index in closings.indices {
      openings.send(index)
      input.send(index)
    }
    let order = [4, 8, 0, 7, 1, 5, 3, 2]
    for index in order { closings[index].send(0) }
    input.finish()
    expect(recorder.values, equals: (order + [6]).map { Array($0..<9) })
  }

  @Test func `at the finish, the open arrays come in the order of their beginning`() {
    let recorder = recorder
    openings.send(1)
    input.send(1)
    openings.send(0)
    openings.finish()
    closings[1].finish()
    input.send(2)
    openings.send(2)
    input.finish()
    expect(recorder.history, equals: ["[1, 2]", "[2]", "|"])
  }

  @Test func `a failure of any of them comes at once, without the arrays`() {
    for number in 0..<3 {
      let (input, openings, closing) = (SignalInput<Int>(), SignalInput<Int>(), SignalInput<Int>())
      let recorder = Recorder(input.collect(from: openings) { _ in closing.signal })
      openings.send(0)
      input.send(1)
      [input, openings, closing][number].fail(Failure("\(number)"))
      expect(recorder.history, equals: ["#\(number)"])
    }
    let recorder = Recorder(input.collect(from: openings) { .just(try checked($0)) })
    openings.send(-1)
    expect(recorder.history, equals: ["#negative"])
  }

  @Test func `without values, and with a closing at once`() {
    expect(
      history(of: [Int]()) { $0.collect(from: Signal.of(1, 2)) { _ in Signal<Int>.never() } },
      equals: ["[]", "[]", "|"])
    expect(history(of: [1]) { $0.collect(from: Signal.of(1, 2)) { _ in .just(0) } }, equals: ["[]", "[]", "|"])
    expect(history(of: [1]) { $0.collect(from: Signal<Int>.never()) { _ in .just(0) } }, equals: ["|"])
  }

  @Test func `the handler may cancel at the finish, and the other arrays don't follow (C6)`() {
    expect(
      history(cancelledInside: [1]) { $0.collect(from: Signal.of(1, 2)) { _ in Signal<Int>.never() } }, equals: ["[1]"])
  }

  @Test func `one signal may be all three (C3)`() {
    let recorder = Recorder(input.collect(from: input) { [input] _ in input.signal.dropFirst() })
    for value in 1...4 { input.send(value) }
    // Openings come first, and a closing signal begins with the next event.
    expect(recorder.history, equals: ["[1, 2, 3]", "[2, 3, 4]"])
  }

  @Test func `a cancellation releases everything (C8)`() {
    let log = Log<String>()
    let endpoint = input.signal.keeping("own", log).collect(from: openings.signal.keeping("openings", log)) {
      [closings] in closings[$0].signal.keeping("closing", log)
    }.subscribeValues { _ in }
    openings.send(0)
    endpoint.cancel()
    expect(log.entries.sorted(), equals: ["closing released", "openings released", "own released"])
  }
}
