import Signals
import Testing

@Suite("removeDuplicates", .leavesNothing) struct RemoveDuplicatesTests {
  @Test func `leaves out what equals the value before it, and nothing else`() {
    expect(history(of: [1, 1, 2, 2, 1]) { $0.removeDuplicates() }, equals: ["1", "2", "1", "|"])
    expect(history(of: [Int]()) { $0.removeDuplicates() }, equals: ["|"])
  }

  @Test func `nil is a value like any other`() {
    expect(
      history(of: [nil, nil, 1, nil] as [Int?]) { $0.removeDuplicates() }, equals: ["nil", "Optional(1)", "nil", "|"])
  }

  @Test func `compares with the last value that was passed on, not with one that was left out`() {
    let near: @Sendable (Int, Int) -> Bool = { abs($0 - $1) < 3 }
    expect(history(of: [0, 2, 4, 5, 9]) { $0.removeDuplicates(by: near) }, equals: ["0", "4", "9", "|"])
  }

  @Test func `the comparison gets the old value first`() {
    let growing: @Sendable (Int, Int) -> Bool = { $0 >= $1 }
    expect(history(of: [1, 3, 2, 4]) { $0.removeDuplicates(by: growing) }, equals: ["1", "3", "4", "|"])
  }

  @Test func `compares what the values hold at a key path`() {
    expect(
      history(of: ["a", "b", "cc", "dd", "e"]) { $0.removeDuplicates(on: \.count) }, equals: ["a", "cc", "e", "|"])
    let length: any KeyPath<String, Int> & Sendable = \.count
    expect(history(of: ["a", "b", "cc"]) { $0.removeDuplicates(on: length) }, equals: ["a", "cc", "|"])
    expect(history(of: [String]()) { $0.removeDuplicates(on: \.count) }, equals: ["|"])
  }
}
