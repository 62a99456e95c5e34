import Signals
import SignalsTesting
import Testing

@Suite("combineLast", .leavesNothing) struct CombineLastTests {
  private let numbers = SignalInput<Int>()
  private let letters = SignalInput<String>()

  @Test func `emits the last values when all have finished, then finishes`() {
    let recorder = Recorder(combineLast(numbers, letters).map { "\($0)\($1)" })
    numbers.send(1)
    letters.send("a")
    numbers.send(2)
    numbers.finish()
    letters.send("b")
    expect(recorder.history, equals: [])
    letters.finish()
    expect(recorder.history, equals: ["2b", "|"])
  }

  @Test func `as a timeline`() throws {
    let clock = VirtualScheduler()
    let one = TimelineSource<String>("-a--b|", on: clock)
    let other = TimelineSource<String>("--x----|", on: clock)
    let joined = combineLast(one.signal, other.signal) { $0 == "b" && $1 == "x" ? "1" : "0" }
    try timeline(of: joined, on: clock).expect("-------(1|)")
  }

  @Test func `one that finishes without a value finishes the result, and cancels the others (C8)`() {
    let log = Log<String>()
    let recorder = Recorder(combineLast(numbers.signal.keeping("numbers", log), letters))
    numbers.send(1)
    letters.finish()
    expect(recorder.history, equals: ["|"])
    expect(log.entries, equals: ["numbers released"])
  }

  @Test func `one that fails fails the result at once, also after others have finished`() {
    let recorder = Recorder(combineLast(numbers, letters))
    numbers.send(1)
    numbers.finish()
    letters.send("a")
    letters.fail(Failure("e"))
    expect(recorder.history, equals: ["#e"])
  }

  @Test func `of one, of many, of none, and of a collection`() {
    expect(Recorder(combineLast(Signal.of(1, 2))).history, equals: ["2", "|"])
    expect(
      Recorder(combineLast(Signal.of(1, 2), Signal.of("a"), Signal.of(true, false))).history,
      equals: ["(2, \"a\", false)", "|"])
    expect(Recorder(combineLast([Signal.of(1, 2), .of(3)])).history, equals: ["[2, 3]", "|"])
    expect(Recorder(combineLast([Signal<Int>]())).history, equals: ["|"])
    expect(Recorder(combineLast([Signal.of(1), .empty()])).history, equals: ["|"])
    expect(Recorder(combineLast([Signal.of(1), .never()])).history, equals: [])
  }

  @Test func `a closure may make one value of them, and throw`() {
    expect(Recorder(combineLast(Signal.of(1, 2), .of(3)) { $0 + $1 }).history, equals: ["5", "|"])
    expect(Recorder(combineLast(Signal.of(-1), .of(3)) { try checked($0) + $1 }).history, equals: ["#negative"])
  }

  @Test func `single values and closures of two and three signals`() {
    let (numbers, letters, factors) = (Signal.of(1, 2), Signal.of("a", "b"), Signal.of(10, 20))
    expect(Recorder(combineLast(numbers, letters).map { $0.1 }).history, equals: ["b", "|"])
    expect(Recorder(combineLast(numbers, factors) { ($0 + 1) * $1 - 1 }).history, equals: ["59", "|"])
    expect(Recorder(combineLast(numbers, letters, factors).map { $0.0 * $0.2 }).history, equals: ["40", "|"])
    expect(Recorder(combineLast(numbers, numbers, factors) { ($0 + $1) * $2 - 1 }).history, equals: ["79", "|"])
    expect(
      Recorder(combineLast(numbers, numbers, factors) { try checked($0 + $1 - $2) }).history, equals: ["#negative"])
  }

  @Test func `properties of several threads (C3)`() {
    let inputs = (0..<4).map { _ in SignalInput<Int>() }
    let recorder = Recorder(combineLast(inputs))
    onThreads(4) { thread in
      for number in 0...1_000 { inputs[thread].send(number) }
      inputs[thread].finish()
    }
    waitUntil { recorder.end != nil }
    expect(recorder.history, equals: ["[1000, 1000, 1000, 1000]", "|"])
  }
}
