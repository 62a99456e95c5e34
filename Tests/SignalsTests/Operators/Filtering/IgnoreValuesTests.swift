import Signals
import Testing

@Suite("ignoreValues", .leavesNothing) struct IgnoreValuesTests {
  @Test func `passes on the end alone`() {
    #expect(history(of: [Int]()) { $0.ignoreValues() } == ["|"])
    #expect(history(of: [1, 2]) { $0.ignoreValues() } == ["|"])
    #expect(history(of: [1, 2], end: nil) { $0.ignoreValues() } == [])
    #expect(history(of: [1, 2], end: .failed(Failure("e"))) { $0.ignoreValues() } == ["#e"])
  }

  @Test func `what is above runs all the same, and fails it`() {
    #expect(history(of: [1, -1], end: nil) { $0.map(checked).ignoreValues() } == ["#negative"])
    #expect(drawn { $0.ignoreValues() }.numbers.count == 1_000)
  }
}
