import Signals
import Testing

@Suite("pairwise", .leavesNothing) struct PairwiseTests {
  @Test(arguments: [([], ["|"]), ([1], ["|"]), ([1, 2], ["1-2", "|"]), ([1, 2, 3], ["1-2", "2-3", "|"])])
  func `passes on each value with the one before it`(_ values: [Int], _ expected: [String]) {
    expect(history(of: values) { $0.pairwise().map { "\($0.previous)-\($0.current)" } }, equals: expected)
    expect(
      history(of: values) { $0.pairwise().map { previous, current in "\(previous)-\(current)" } }, equals: expected)
  }

  @Test(arguments: [([], ["#e"]), ([1], ["#e"]), ([1, 2], ["(previous: 1, current: 2)", "#e"])])
  func `a failure is passed on at once`(_ values: [Int], _ expected: [String]) {
    expect(history(of: values, end: .failed(Failure("e"))) { $0.pairwise() }, equals: expected)
  }

  @Test func `nil is a value like any other`() {
    let pairs = history(of: [nil, nil, 1] as [Int?]) { $0.pairwise().map { "\($0.previous ?? 0)-\($0.current ?? 0)" } }
    expect(pairs, equals: ["0-0", "0-1", "|"])
  }

  @Test func `a send of a pair's handler follows on it`() {
    let pairs = history(of: [1, 2], sendingInside: [3]) { $0.pairwise().map { "\($0.previous)-\($0.current)" } }
    expect(pairs, equals: ["1-2", "2-3", "|"])
  }
}
