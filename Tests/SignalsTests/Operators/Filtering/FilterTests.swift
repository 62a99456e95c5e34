import Signals
import Testing

@Suite("filter", .leavesNothing) struct FilterTests {
  @Test func `passes on the included values`() {
    expect(history(of: [1, 2, 3, 4]) { $0.filter { $0 % 2 == 0 } }, equals: ["2", "4", "|"])
    expect(history(of: [1], end: .failed(Failure("e"))) { $0.filter { _ in false } }, equals: ["#e"])
  }
}
