import Signals
import Testing

@Suite("slidingWindow", .leavesNothing) struct SlidingWindowTests {
  @Test(arguments: [
    ([], ["|"]), ([1], ["|"]), ([1, 2], ["[1, 2]", "|"]), ([1, 2, 3, 4], ["[1, 2]", "[2, 3]", "[3, 4]", "|"]),
  ])
  func `passes on the last values, as soon as there are so many`(_ values: [Int], _ expected: [String]) {
    expect(history(of: values) { $0.slidingWindow(count: 2) }, equals: expected)
  }

  @Test func `a window of one is an array of each value`() {
    expect(history(of: [1, 2]) { $0.slidingWindow(count: 1) }, equals: ["[1]", "[2]", "|"])
  }

  @Test(arguments: [([], ["#e"]), ([1], ["#e"]), ([1, 2], ["[1, 2]", "#e"])])
  func `a failure is passed on at once`(_ values: [Int], _ expected: [String]) {
    expect(history(of: values, end: .failed(Failure("e"))) { $0.slidingWindow(count: 2) }, equals: expected)
  }

  @Test func `a handler's send moves the window on`() {
    expect(
      history(of: [1, 2], sendingInside: [3, 4]) { $0.slidingWindow(count: 2) },
      equals: ["[1, 2]", "[2, 3]", "[3, 4]", "|"])
  }
}
