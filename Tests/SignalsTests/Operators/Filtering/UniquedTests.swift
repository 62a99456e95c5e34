import Signals
import SignalsTesting
import Testing

@Suite("uniqued", .leavesNothing) struct UniquedTests {
  @Test(arguments: [([], ["|"]), ([1], ["1", "|"]), ([1, 2, 1, 1, 3, 2], ["1", "2", "3", "|"])])
  func `passes on each value once`(_ values: [Int], _ expected: [String]) {
    expect(history(of: values) { $0.uniqued() }, equals: expected)
  }

  @Test func `passes on the first value of each key`() {
    expect(history(of: ["a", "bb", "c", "dd", "eee"]) { $0.uniqued(on: \.count) }, equals: ["a", "bb", "eee", "|"])
    expect(history(of: ["a", "bb", "c"]) { $0.uniqued { $0.count } }, equals: ["a", "bb", "|"])
  }

  @Test func `a failure is passed on`() {
    expect(history(of: [1, 1], end: .failed(Failure("e"))) { $0.uniqued() }, equals: ["1", "#e"])
  }

  @Test func `fails with the error of its closure, and asks no more`() {
    expect(history(of: [1, -1, 2]) { $0.uniqued(on: checked) }, equals: ["1", "#negative"])
    expect(drawn { $0.uniqued { try checked(2 - $0) } }.numbers, equals: [1, 2, 3])
  }

  @Test func `remembers for each subscription by itself`() {
    let input = SignalInput<Int>()
    let unique = input.signal.uniqued()
    let early = Recorder(unique)
    input.send(1)
    let late = Recorder(unique)
    input.send(1)
    expect(early.history, equals: ["1"])
    expect(late.history, equals: ["1"])
  }

  @Test func `a handler's send is known by then`() {
    expect(history(of: [1], sendingInside: [1, 2, 2]) { $0.uniqued() }, equals: ["1", "2", "|"])
  }
}
