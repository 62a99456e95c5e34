import Signals
import Testing

@Suite("dropFirst", .leavesNothing) struct DropFirstTests {
  @Test(arguments: [(0, ["1", "2", "3", "|"]), (1, ["2", "3", "|"]), (3, ["|"]), (9, ["|"])])
  func `leaves out as many as it is told`(_ count: Int, _ expected: [String]) {
    expect(history(of: [1, 2, 3]) { $0.dropFirst(count) }, equals: expected)
  }

  @Test func `leaves out one when it isn't told`() {
    expect(history(of: [1, 2]) { $0.dropFirst() }, equals: ["2", "|"])
  }
}
