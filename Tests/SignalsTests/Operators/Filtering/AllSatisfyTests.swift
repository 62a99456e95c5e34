import Signals
import Testing

@Suite("allSatisfy", .leavesNothing) struct AllSatisfyTests {
  @Test(arguments: [([], ["true", "|"]), ([1], ["true", "|"]), ([5], ["false", "|"]), ([1, 5, 1], ["false", "|"])])
  func `answers at the first that isn't fine, or at the finish`(_ values: [Int], _ expected: [String]) {
    expect(history(of: values) { $0.allSatisfy { $0 < 3 } }, equals: expected)
  }

  @Test func `finishes with the answer, and cancels its upstream`() {
    expect(history(of: [1, 5], end: nil) { $0.allSatisfy { $0 < 3 } }, equals: ["false", "|"])
    expect(drawn { $0.allSatisfy { $0 < 3 } }.numbers, equals: [1, 2, 3])
  }

  @Test(arguments: [([], ["#e"]), ([1], ["#e"]), ([5], ["false", "|"])])
  func `a failure comes without an answer`(_ values: [Int], _ expected: [String]) {
    expect(history(of: values, end: .failed(Failure("e"))) { $0.allSatisfy { $0 < 3 } }, equals: expected)
  }

  @Test func `fails with the error of its closure`() {
    expect(history(of: [1, -1, 5]) { $0.allSatisfy { try checked($0) < 3 } }, equals: ["#negative"])
  }
}
