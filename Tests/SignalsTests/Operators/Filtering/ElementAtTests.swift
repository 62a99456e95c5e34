import Signals
import Testing

@Suite("element(at:)", .leavesNothing) struct ElementAtTests {
  @Test(arguments: [(0, ["1", "|"]), (1, ["2", "|"]), (2, ["3", "|"]), (3, ["|"]), (.max, ["|"])])
  func `passes on the value at an index counted from zero, and finishes`(_ index: Int, _ expected: [String]) {
    expect(history(of: [1, 2, 3]) { $0.element(at: index) }, equals: expected)
    expect(history(of: [Int]()) { $0.element(at: index) }, equals: ["|"])
  }

  @Test func `finishes in the course of the value, and cancels its upstream`() {
    expect(history(of: [1, 2], end: nil) { $0.element(at: 1) }, equals: ["2", "|"])
    expect(drawn { $0.element(at: 2) }.numbers, equals: [1, 2, 3])
  }

  @Test(arguments: [([], ["#e"]), ([1], ["#e"]), ([1, 2], ["2", "|"])])
  func `a failure before that is passed on`(_ values: [Int], _ expected: [String]) {
    expect(history(of: values, end: .failed(Failure("e"))) { $0.element(at: 1) }, equals: expected)
  }

  @Test func `a send of its handler doesn't get through`() {
    expect(history(of: [1, 2], sendingInside: [3]) { $0.element(at: 1) }, equals: ["2", "|"])
  }

  @Test func `is silent after that, though a source goes on`() {
    expect(seenBelow([1, 2, 3]) { $0.element(at: 1) }, equals: ["2"])
  }
}
