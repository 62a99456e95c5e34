import Signals
import SignalsTesting
import Testing

@Suite("ifEmpty(switchTo:)", .leavesNothing) struct IfEmptyTests {
  @Test(arguments: [([], ["8", "9", "|"]), ([1], ["1", "|"]), ([1, 2], ["1", "2", "|"])])
  func `continues with the other signal at a finish without a value`(_ values: [Int], _ expected: [String]) {
    expect(history(of: values) { $0.ifEmpty(switchTo: .of(8, 9)) }, equals: expected)
  }

  @Test func `does nothing before the finish, and nothing at a failure`() {
    let log = Log<String>()
    let other = counted(Signal.of(8, 9), log)
    expect(history(of: [Int](), end: nil) { $0.ifEmpty(switchTo: other) }, equals: [])
    expect(history(of: [Int](), end: .failed(Failure("e"))) { $0.ifEmpty(switchTo: other) }, equals: ["#e"])
    expect(history(of: [1]) { $0.ifEmpty(switchTo: other) }, equals: ["1", "|"])
    expect(log.entries, equals: [])
  }

  @Test func `passes on everything that the other signal does`() {
    let other = SignalInput<Int>()
    let recorder = Recorder(Signal<Int>.empty().ifEmpty(switchTo: other))
    other.send(1)
    other.send(2)
    other.fail(Failure("e"))
    expect(recorder.history, equals: ["1", "2", "#e"])
    expect(Recorder(Signal<Int>.empty().ifEmpty(switchTo: .empty())).history, equals: ["|"])
    expect(Recorder(Signal<Int>.empty().ifEmpty(switchTo: .failed(Failure("e")))).history, equals: ["#e"])
    expect(Recorder(Signal<Int>.empty().ifEmpty(switchTo: .never())).history, equals: [])
  }

  @Test func `nil is a value like any other`() {
    expect(history(of: [nil] as [Int?]) { $0.ifEmpty(switchTo: .just(9)) }, equals: ["nil", "|"])
  }

  @Test func `a filter before it decides whether it is empty`() {
    expect(history(of: [1, 2]) { $0.filter { $0 > 5 }.ifEmpty(switchTo: .just(9)) }, equals: ["9", "|"])
  }

  @Test func `each subscription decides for itself`() {
    let input = SignalInput<Int>()
    let signal = input.ifEmpty(switchTo: .just(9))
    let early = Recorder(signal)
    input.send(1)
    let late = Recorder(signal)
    input.finish()
    expect(early.history, equals: ["1", "|"])
    expect(late.history, equals: ["9", "|"])
  }

  @Test func `nothing follows a cancellation, before the switch and after it`() {
    expect(history(cancelledInside: []) { $0.ifEmpty(switchTo: .of(8, 9)) }, equals: ["8"])
    let other = SignalInput<Int>()
    let log = Log<String>()
    let input = SignalInput<Int>()
    let recorder = Recorder(input.signal.keeping("first", log).ifEmpty(switchTo: other.signal.keeping("other", log)))
    input.finish()
    expect(log.entries, equals: ["first released"])
    recorder.cancel()
    expect(log.entries, equals: ["first released", "other released"])
    other.send(1)
    expect(recorder.history, equals: [])
  }

  @Test func `a long chain of empty signals has a flat stack`() {
    let chain = (0..<1_000).reduce(Signal<Int>.empty()) { chain, _ in chain.ifEmpty(switchTo: .empty()) }
    expect(Recorder(chain).history, equals: ["|"])
  }

  @Test func `values that the other signal emits at once belong to the turn of the finish (C10)`() {
    let input = SignalInput<Int>()
    let recorder = Recorder(combineLatest(input.ifEmpty(switchTo: .of(1, 2)), .just(0)) { value, _ in value })
    input.finish()
    expect(recorder.history, equals: ["2", "|"])
  }

  // MARK: - Failing

  @Test func `fails at a finish without a value, and passes everything else on`() {
    expect(history(of: [Int]()) { $0.ifEmpty(failWith: Failure("empty")) }, equals: ["#empty"])
    expect(history(of: [1]) { $0.ifEmpty(failWith: Failure("empty")) }, equals: ["1", "|"])
    expect(history(of: [Int](), end: nil) { $0.ifEmpty(failWith: Failure("empty")) }, equals: [])
    expect(history(of: [Int](), end: .failed(Failure("e"))) { $0.ifEmpty(failWith: Failure("empty")) }, equals: ["#e"])
    expect(history(of: [1]) { $0.ifEmpty(failWith: Failure("empty")).map { throw Failure("\($0)") } }, equals: ["#1"])
  }

  @Test func `the error is made at that finish, for each subscription anew, and making it may throw`() {
    let made = Log<Bool>()
    let make: @Sendable () throws -> any Error = {
      made.append(true)
      if made.entries.count == 2 { throw Failure("thrown") }
      return Failure("\(made.entries.count)")
    }
    let input = SignalInput<Int>()
    let signal = input.ifEmpty(failWith: try make())
    let recorders = [Recorder(signal), Recorder(signal)]
    expect(made.entries, equals: [])
    input.finish()
    expect(recorders.map(\.history), equals: [["#1"], ["#thrown"]])
  }
}
