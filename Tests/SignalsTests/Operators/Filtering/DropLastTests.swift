import Signals
import SignalsTesting
import Testing

@Suite("dropLast", .leavesNothing) struct DropLastTests {
  @Test(arguments: [
    (0, ["1", "2", "3", "4", "|"]), (1, ["1", "2", "3", "|"]), (2, ["1", "2", "|"]), (4, ["|"]), (.max, ["|"]),
  ])
  func `leaves out as many as it is told`(_ count: Int, _ expected: [String]) {
    expect(history(of: [1, 2, 3, 4]) { $0.dropLast(count) }, equals: expected)
  }

  @Test(arguments: [([], ["|"]), ([1], ["|"]), ([1, 2], ["1", "|"])])
  func `leaves out one when it isn't told`(_ values: [Int], _ expected: [String]) {
    expect(history(of: values) { $0.dropLast() }, equals: expected)
  }

  @Test func `goes round many times`() {
    expect(history(of: Array(1...9), end: nil) { $0.dropLast(3) }, equals: ["1", "2", "3", "4", "5", "6"])
  }

  @Test(arguments: [([], ["#e"]), ([1], ["#e"]), ([1, 2, 3], ["1", "#e"])])
  func `a failure doesn't wait, and drops what does`(_ values: [Int], _ expected: [String]) {
    expect(history(of: values, end: .failed(Failure("e"))) { $0.dropLast(2) }, equals: expected)
  }

  @Test func `a handler's send pushes the others out`() {
    expect(history(of: [1, 2], sendingInside: [3, 4]) { $0.dropLast() }, equals: ["1", "2", "3", "|"])
  }

  @Test func `held values are released with a cancel`() {
    let log = Log<String>()
    let input = SignalInput<Tracked>()
    let recorder = Recorder(input.signal.dropLast())
    input.send(Tracked("value", log))
    expect(log.entries, equals: [])
    recorder.cancel()
    expect(log.entries, equals: ["value released"])
  }
}
