import Signals
import Testing

@Suite("replaceEmpty", .leavesNothing) struct ReplaceEmptyTests {
  @Test(arguments: [([], ["9", "|"]), ([1], ["1", "|"]), ([1, 2], ["1", "2", "|"])])
  func `gives its value at the finish if there was none`(_ values: [Int], _ expected: [String]) {
    expect(history(of: values) { $0.replaceEmpty(with: 9) }, equals: expected)
  }

  @Test func `does nothing before the finish`() {
    expect(history(of: [Int](), end: nil) { $0.replaceEmpty(with: 9) }, equals: [])
  }

  @Test(arguments: [([], ["#e"]), ([1], ["1", "#e"])])
  func `a failure stays one`(_ values: [Int], _ expected: [String]) {
    expect(history(of: values, end: .failed(Failure("e"))) { $0.replaceEmpty(with: 9) }, equals: expected)
  }

  @Test func `nil is a value like any other`() {
    expect(history(of: [nil] as [Int?]) { $0.replaceEmpty(with: 9) }, equals: ["nil", "|"])
    expect(history(of: [] as [Int?]) { $0.replaceEmpty(with: nil) }, equals: ["nil", "|"])
  }

  @Test func `an error below its value is the end`() {
    expect(history(of: [Int]()) { $0.replaceEmpty(with: -1).map(checked) }, equals: ["#negative"])
  }

  @Test func `nothing comes after a cancel in the handler of its value`() {
    expect(history(cancelledInside: []) { $0.replaceEmpty(with: 9) }, equals: ["9"])
  }
}
