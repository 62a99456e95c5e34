import Signals
import Testing

@Suite("prefix(while:)", .leavesNothing) struct PrefixWhileTests {
  @Test(arguments: [([], ["|"]), ([1], ["1", "|"]), ([5], ["|"]), ([1, 2, 5, 1], ["1", "2", "|"])])
  func `passes on values until one doesn't match`(_ values: [Int], _ expected: [String]) {
    expect(history(of: values) { $0.prefix { $0 < 3 } }, equals: expected)
  }

  @Test func `finishes with that one, and cancels its upstream`() {
    expect(history(of: [1, 5], end: nil) { $0.prefix { $0 < 3 } }, equals: ["1", "|"])
    expect(drawn { $0.prefix { $0 < 3 } }.numbers, equals: [1, 2, 3])
  }

  @Test(arguments: [([], ["#e"]), ([1], ["1", "#e"]), ([1, 5], ["1", "|"])])
  func `a failure before that is passed on`(_ values: [Int], _ expected: [String]) {
    expect(history(of: values, end: .failed(Failure("e"))) { $0.prefix { $0 < 3 } }, equals: expected)
  }

  @Test func `fails with the error of its closure, and asks no more`() {
    expect(history(of: [1, -1, 2]) { $0.prefix { try checked($0) < 3 } }, equals: ["1", "#negative"])
    expect(drawn { $0.prefix { try checked(2 - $0) >= 0 } }.numbers, equals: [1, 2, 3])
  }

  @Test func `a handler's send is tested too`() {
    expect(history(of: [1], sendingInside: [2, 5, 2]) { $0.prefix { $0 < 3 } }, equals: ["1", "2", "|"])
  }

  @Test func `a send of the finish's handler doesn't get through`() {
    expect(history(of: [5], sendingInside: [1]) { $0.prefix { $0 < 3 } }, equals: ["|"])
  }

  @Test func `is silent after that, though a source goes on`() {
    expect(seenBelow([1, 5, 2]) { $0.prefix { $0 < 3 } }, equals: ["1"])
  }
}
