import Signals
import Testing

@Suite("single", .leavesNothing) struct SingleTests {
  @Test(arguments: [([], ["#noValue"]), ([1], ["1", "|"]), ([1, 2], ["#moreThanOneValue"])])
  func `fails unless exactly one value comes`(_ values: [Int], _ expected: [String]) {
    expect(history(of: values) { $0.single() }, equals: expected)
  }

  @Test func `waits for the finish, but not for it to fail at the second value`() {
    expect(history(of: [1], end: nil) { $0.single() }, equals: [])
    expect(history(of: [1, 2], end: nil) { $0.single() }, equals: ["#moreThanOneValue"])
    expect(drawn { $0.single() }.history, equals: ["#moreThanOneValue"])
    expect(drawn { $0.single() }.numbers, equals: [1, 2])
  }

  @Test(arguments: [([], ["#e"]), ([1], ["#e"]), ([1, 2], ["#moreThanOneValue"])])
  func `a failure before that is passed on, without the value`(_ values: [Int], _ expected: [String]) {
    expect(history(of: values, end: .failed(Failure("e"))) { $0.single() }, equals: expected)
  }

  @Test func `nil is a value like any other`() {
    expect(history(of: [nil] as [Int?]) { $0.single() }, equals: ["nil", "|"])
    expect(history(of: [nil, nil] as [Int?]) { $0.single() }, equals: ["#moreThanOneValue"])
  }

  @Test func `an error below the value is the end`() {
    expect(history(of: [-1]) { $0.single().map(checked) }, equals: ["#negative"])
  }

  @Test func `its failure isn't that of an operator above it`() {
    expect(history(of: [1, 2]) { $0.replaceError(with: 9).single() }, equals: ["#moreThanOneValue"])
  }

  @Test func `there is no end after a cancel in the handler`() {
    expect(history(cancelledInside: [1]) { $0.single() }, equals: ["1"])
  }
}
