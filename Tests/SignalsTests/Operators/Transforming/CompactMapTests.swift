import Signals
import Testing

@Suite("compactMap", .leavesNothing) struct CompactMapTests {
  @Test func `leaves out what the closure makes nil`() {
    expect(history(of: ["1", "x", "3"]) { $0.compactMap { Int($0) } }, equals: ["1", "3", "|"])
    expect(history(of: ["x"]) { $0.compactMap { Int($0) } }, equals: ["|"])
    expect(history(of: [String](), end: nil) { $0.compactMap { Int($0) } }, equals: [])
  }

  @Test func `an optional inside an optional is a value`() {
    expect(
      history(of: [1, 2]) { $0.compactMap { value -> Int?? in value == 1 ? .some(nil) : nil } }, equals: ["nil", "|"])
  }
}
