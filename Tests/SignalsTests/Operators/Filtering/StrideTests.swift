import Signals
import Testing

@Suite("stride", .leavesNothing) struct StrideTests {
  @Test(arguments: [
    (1, ["1", "2", "3", "4", "5", "|"]), (2, ["1", "3", "5", "|"]), (3, ["1", "4", "|"]), (.max, ["1", "|"]),
  ])
  func `passes on every n-th value, beginning with the first`(_ step: Int, _ expected: [String]) {
    expect(history(of: [1, 2, 3, 4, 5]) { $0.stride(by: step) }, equals: expected)
  }

  @Test(arguments: [([], ["#e"]), ([1], ["1", "#e"]), ([1, 2], ["1", "#e"])])
  func `a failure is passed on at once`(_ values: [Int], _ expected: [String]) {
    expect(history(of: values, end: .failed(Failure("e"))) { $0.stride(by: 2) }, equals: expected)
    expect(history(of: [Int]()) { $0.stride(by: 2) }, equals: ["|"])
  }

  @Test func `a handler's send counts`() {
    expect(history(of: [1], sendingInside: [2, 3]) { $0.stride(by: 2) }, equals: ["1", "3", "|"])
  }
}
