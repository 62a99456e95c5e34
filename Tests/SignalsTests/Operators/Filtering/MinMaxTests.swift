import Signals
import Testing

@Suite("min and max", .leavesNothing) struct MinMaxTests {
  private let shorter: @Sendable (String, String) -> Bool = { $0.count < $1.count }

  @Test(arguments: [([], nil, nil), ([2], 2, 2), ([2, 3, 1], 1, 3), ([1, 2, 3], 1, 3), ([3, 2, 1], 1, 3)])
  func `pass on the smallest and the largest value at the finish`(_ values: [Int], _ least: Int?, _ most: Int?) {
    expect(history(of: values) { $0.min() }, equals: [least.map { "\($0)" }, "|"].compactMap { $0 })
    expect(history(of: values) { $0.max() }, equals: [most.map { "\($0)" }, "|"].compactMap { $0 })
    expect(history(of: values, end: nil) { $0.min() }, equals: [])
    expect(history(of: values, end: nil) { $0.max() }, equals: [])
  }

  @Test func `order as they are told, and take the first of equals`() {
    let words = ["bb", "a", "c", "dd"]
    expect(history(of: words) { $0.min(by: shorter) }, equals: ["a", "|"])
    expect(history(of: words) { $0.max(by: shorter) }, equals: ["bb", "|"])
  }

  @Test(arguments: [[], [1], [2, 1]])
  func `a failure comes without a value`(_ values: [Int]) {
    expect(history(of: values, end: .failed(Failure("e"))) { $0.min() }, equals: ["#e"])
    expect(history(of: values, end: .failed(Failure("e"))) { $0.max() }, equals: ["#e"])
  }

  @Test func `fail with the error of their closure`() {
    let order: @Sendable (Int, Int) throws -> Bool = { try checked($0) < checked($1) }
    expect(history(of: [1, 2, -1, 3]) { $0.min(by: order) }, equals: ["#negative"])
    expect(history(of: [1, 2, -1, 3]) { $0.max(by: order) }, equals: ["#negative"])
  }
}
