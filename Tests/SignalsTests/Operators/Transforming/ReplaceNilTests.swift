import Signals
import Testing

@Suite("replaceNil", .leavesNothing) struct ReplaceNilTests {
  @Test func `puts its value in the place of nil`() {
    expect(history(of: [1, nil, 2, nil] as [Int?]) { $0.replaceNil(with: 9) }, equals: ["1", "9", "2", "9", "|"])
    expect(history(of: [] as [Int?]) { $0.replaceNil(with: 9) }, equals: ["|"])
    expect(history(of: [nil] as [Int?], end: .failed(Failure("e"))) { $0.replaceNil(with: 9) }, equals: ["9", "#e"])
  }
}
