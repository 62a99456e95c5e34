import Signals
import SignalsTesting
import Testing

@Suite("last", .leavesNothing) struct LastTests {
  @Test(arguments: [([], ["|"]), ([1], ["1", "|"]), ([1, 2], ["2", "|"])])
  func `passes on the last value at the finish`(_ values: [Int], _ expected: [String]) {
    expect(history(of: values) { $0.last() }, equals: expected)
    expect(history(of: values, end: nil) { $0.last() }, equals: [])
  }

  @Test(arguments: [([], ["|"]), ([1], ["|"]), ([5, 1], ["5", "|"]), ([5, 6, 1], ["6", "|"])])
  func `passes on the last that is wanted at the finish`(_ values: [Int], _ expected: [String]) {
    expect(history(of: values) { $0.last { $0 > 3 } }, equals: expected)
  }

  @Test(arguments: [[], [5], [5, 6]])
  func `a failure comes without a value`(_ values: [Int]) {
    expect(history(of: values, end: .failed(Failure("e"))) { $0.last() }, equals: ["#e"])
    expect(history(of: values, end: .failed(Failure("e"))) { $0.last { $0 > 3 } }, equals: ["#e"])
  }

  @Test func `nil is a value like any other`() {
    expect(history(of: [1, nil] as [Int?]) { $0.last() }, equals: ["nil", "|"])
  }

  @Test func `fails with the error of its closure, and without the held value`() {
    expect(history(of: [5, -1, 6]) { $0.last { try checked($0) > 3 } }, equals: ["#negative"])
    expect(drawn { $0.last { try checked(2 - $0) >= 0 } }.numbers, equals: [1, 2, 3])
  }

  @Test func `there is no end after a cancel in the handler`() {
    expect(history(cancelledInside: [1, 2]) { $0.last() }, equals: ["2"])
  }

  @Test func `a value that is followed by another is not kept`() {
    let log = Log<String>()
    let input = SignalInput<Tracked>()
    let recorder = Recorder(input.signal.last())
    input.send(Tracked("first", log))
    expect(log.entries, equals: [])
    input.send(Tracked("second", log))
    expect(log.entries, equals: ["first released"])
    recorder.cancel()
    expect(log.entries, equals: ["first released", "second released"])
  }
}
