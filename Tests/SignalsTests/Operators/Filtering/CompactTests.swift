import Signals
import Testing

@Suite("compact", .leavesNothing) struct CompactTests {
  @Test func `leaves out nil`() {
    expect(history(of: [nil, 1, nil, 2] as [Int?]) { $0.compact() }, equals: ["1", "2", "|"])
    expect(history(of: [] as [Int?]) { $0.compact() }, equals: ["|"])
    expect(history(of: [nil] as [Int?], end: .failed(Failure("e"))) { $0.compact() }, equals: ["#e"])
  }

  @Test func `opens one optional of two`() {
    expect(
      history(of: [.some(.none), .none, .some(1)] as [Int??]) { $0.compact() }, equals: ["nil", "Optional(1)", "|"])
  }
}
