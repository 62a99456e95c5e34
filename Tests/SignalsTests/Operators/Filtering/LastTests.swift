import Signals
import SignalsTesting
import Testing

@Suite("last", .leavesNothing) struct LastTests {
  @Test(arguments: [([], ["|"]), ([1], ["1", "|"]), ([1, 2], ["2", "|"])])
  func `passes on the last value at the finish`(_ values: [Int], _ expected: [String]) {
    #expect(history(of: values) { $0.last() } == expected)
    #expect(history(of: values, end: nil) { $0.last() } == [])
  }

  @Test(arguments: [([], ["|"]), ([1], ["|"]), ([5, 1], ["5", "|"]), ([5, 6, 1], ["6", "|"])])
  func `passes on the last that is wanted at the finish`(_ values: [Int], _ expected: [String]) {
    #expect(history(of: values) { $0.last { $0 > 3 } } == expected)
  }

  @Test(arguments: [[], [5], [5, 6]])
  func `a failure comes without a value`(_ values: [Int]) {
    #expect(history(of: values, end: .failed(Failure("e"))) { $0.last() } == ["#e"])
    #expect(history(of: values, end: .failed(Failure("e"))) { $0.last { $0 > 3 } } == ["#e"])
  }

  @Test func `nil is a value like any other`() {
    #expect(history(of: [1, nil] as [Int?]) { $0.last() } == ["nil", "|"])
  }

  @Test func `fails with the error of its closure, and without the held value`() {
    #expect(history(of: [5, -1, 6]) { $0.last { try checked($0) > 3 } } == ["#negative"])
    #expect(drawn { $0.last { try checked(2 - $0) >= 0 } }.numbers == [1, 2, 3])
  }

  @Test func `there is no end after a cancel in the handler`() {
    #expect(history(cancelledInside: [1, 2]) { $0.last() } == ["2"])
  }

  @Test func `a value that is followed by another is not kept`() {
    let log = Log<String>()
    let input = SignalInput<Tracked>()
    let recorder = Recorder(input.signal.last())
    input.send(Tracked("first", log))
    #expect(log.entries == [])
    input.send(Tracked("second", log))
    #expect(log.entries == ["first released"])
    recorder.cancel()
    #expect(log.entries == ["first released", "second released"])
  }
}
