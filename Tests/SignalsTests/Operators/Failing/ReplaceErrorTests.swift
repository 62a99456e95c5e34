import Signals
import Testing

@Suite("replaceError", .leavesNothing) struct ReplaceErrorTests {
  @Test(arguments: [([], ["9", "|"]), ([1], ["1", "9", "|"]), ([1, 2], ["1", "2", "9", "|"])])
  func `gives its value in the place of a failure, and finishes`(_ values: [Int], _ expected: [String]) {
    expect(history(of: values, end: .failed(Failure("e"))) { $0.replaceError(with: 9) }, equals: expected)
  }

  @Test func `values and the finish pass`() {
    expect(history(of: [1, 2]) { $0.replaceError(with: 9) }, equals: ["1", "2", "|"])
    expect(history(of: [Int]()) { $0.replaceError(with: 9) }, equals: ["|"])
    expect(history(of: [1], end: nil) { $0.replaceError(with: 9) }, equals: ["1"])
  }

  @Test func `an error of a closure above is replaced, one of a closure below isn't`() {
    expect(history(of: [1, -1, 2]) { $0.map(checked).replaceError(with: 9) }, equals: ["1", "9", "|"])
    let below = drawn { $0.replaceError(with: 0).map { try checked(2 - $0) } }
    expect(below.history, equals: ["1", "0", "#negative"])
    expect(below.numbers, equals: [1, 2, 3])
  }

  @Test func `an error below its value is the end`() {
    expect(
      history(of: [1], end: .failed(Failure("e"))) { $0.replaceError(with: -9).map(checked) },
      equals: ["1", "#negative"])
  }

  @Test func `its value counts for an operator below that has had enough`() {
    expect(
      history(of: [1], end: .failed(Failure("e"))) { $0.replaceError(with: 9).prefix(2) }, equals: ["1", "9", "|"])
    expect(history(of: [1], end: .failed(Failure("e"))) { $0.replaceError(with: 9).prefix(1) }, equals: ["1", "|"])
  }

  @Test func `nothing comes after a cancel in the handler`() {
    expect(history(cancelledInside: [1, -1]) { $0.map(checked).replaceError(with: 9) }, equals: ["1"])
    expect(history(cancelledInside: [-1]) { $0.map(checked).replaceError(with: 9) }, equals: ["9"])
  }
}
