import Signals
import Testing

@Suite("mapError", .leavesNothing) struct MapErrorTests {
  private let renamed: @Sendable (any Error) -> any Error = { Failure("renamed \($0)") }

  @Test(arguments: [([], ["#renamed e"]), ([1], ["1", "#renamed e"]), ([1, 2], ["1", "2", "#renamed e"])])
  func `fails with the closure's error`(_ values: [Int], _ expected: [String]) {
    expect(history(of: values, end: .failed(Failure("e"))) { $0.mapError(renamed) }, equals: expected)
  }

  @Test func `values and the finish pass`() {
    expect(history(of: [1, 2]) { $0.mapError(renamed) }, equals: ["1", "2", "|"])
    expect(history(of: [Int]()) { $0.mapError(renamed) }, equals: ["|"])
  }

  @Test func `an error of a closure above is mapped, one of a closure below isn't`() {
    expect(history(of: [1, -1]) { $0.map(checked).mapError(renamed) }, equals: ["1", "#renamed negative"])
    let below = drawn { $0.mapError(renamed).map { try checked(2 - $0) } }
    expect(below.history, equals: ["1", "0", "#negative"])
    expect(below.numbers, equals: [1, 2, 3])
  }

  @Test func `an error of the closure itself replaces the error`() {
    expect(
      history(of: [1], end: .failed(Failure("e"))) { $0.mapError { _ in throw Failure("own") } }, equals: ["1", "#own"])
  }

  @Test func `two in a row are both applied`() {
    expect(
      history(of: [Int](), end: .failed(Failure("e"))) { $0.mapError(renamed).mapError(renamed) },
      equals: ["#renamed renamed e"])
  }

  @Test func `the closure isn't called after a cancel in the handler`() {
    let log = Log<String>()
    let result = history(cancelledInside: [1, -1]) { signal in
      signal.map(checked).mapError { error in
        log.append("\(error)")
        return error
      }
    }
    expect(result, equals: ["1"])
    expect(log.entries, equals: [])
  }
}
