import Signals
import Testing

@Suite("count", .leavesNothing) struct CountTests {
  @Test(arguments: [([], "0"), ([7], "1"), ([7, 7, 7], "3")])
  func `tells at the finish how many came`(_ values: [Int], _ expected: String) {
    expect(history(of: values) { $0.count() }, equals: [expected, "|"])
    expect(history(of: values, end: nil) { $0.count() }, equals: [])
    expect(history(of: values, end: .failed(Failure("e"))) { $0.count() }, equals: ["#e"])
  }
}
