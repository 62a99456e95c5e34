import Signals
import Testing

@Suite("prefix(through:)", .leavesNothing) struct PrefixThroughTests {
  @Test(arguments: [([], ["|"]), ([1], ["1", "|"]), ([5], ["5", "|"]), ([1, 2, 5, 1], ["1", "2", "5", "|"])])
  func `passes on values up to and including the first that doesn't match`(_ values: [Int], _ expected: [String]) {
    expect(history(of: values) { $0.prefix(through: { $0 < 3 }) }, equals: expected)
  }

  @Test func `finishes with that value, and cancels its upstream`() {
    expect(history(of: [1, 5], end: nil) { $0.prefix(through: { $0 < 3 }) }, equals: ["1", "5", "|"])
    expect(drawn { $0.prefix(through: { $0 < 3 }) }.numbers, equals: [1, 2, 3])
  }

  @Test(arguments: [([], ["#e"]), ([1], ["1", "#e"]), ([1, 5], ["1", "5", "|"])])
  func `a failure before that is passed on`(_ values: [Int], _ expected: [String]) {
    expect(history(of: values, end: .failed(Failure("e"))) { $0.prefix(through: { $0 < 3 }) }, equals: expected)
  }

  @Test func `fails with the error of its closure, without the value`() {
    expect(history(of: [1, -1, 2]) { $0.prefix(through: { try checked($0) < 3 }) }, equals: ["1", "#negative"])
    expect(drawn { $0.prefix(through: { try checked(2 - $0) >= 0 }) }.numbers, equals: [1, 2, 3])
  }

  @Test func `an error downstream of the last value is the end`() {
    expect(history(of: [1, -5]) { $0.prefix(through: { $0 > 0 }).map(checked) }, equals: ["1", "#negative"])
  }

  @Test func `values of the handler are tested too`() {
    expect(
      history(of: [1], sendingInside: [2, 5, 2]) { $0.prefix(through: { $0 < 3 }) }, equals: ["1", "2", "5", "|"])
  }

  @Test func `values of the last value's handler don't get through`() {
    expect(history(of: [5], sendingInside: [1]) { $0.prefix(through: { $0 < 3 }) }, equals: ["5", "|"])
  }

  @Test func `there is no end after a cancellation in the last value's handler`() {
    expect(history(cancelledInside: [5, 1]) { $0.prefix(through: { $0 < 3 }) }, equals: ["5"])
  }

  @Test func `is silent after that, though a source goes on`() {
    expect(seenBelow([1, 5, 2]) { $0.prefix(through: { $0 < 3 }) }, equals: ["1", "5"])
  }

  @Test func `a trailing closure is that of prefix(while:)`() {
    expect(history(of: [1, 5]) { $0.prefix { $0 < 3 } }, equals: ["1", "|"])
  }
}
