import Signals
import Testing

@Suite("ofType", .leavesNothing) struct OfTypeTests {
  private class Shape: @unchecked Sendable {}
  private final class Circle: Shape, @unchecked Sendable, CustomStringConvertible { let description = "circle" }

  @Test func `passes on what can be cast`() {
    let values: [any Sendable] = [1, "a", 2, 3.5]
    expect(history(of: values) { $0.ofType(Int.self) }, equals: ["1", "2", "|"])
    expect(history(of: values) { $0.ofType(Bool.self) }, equals: ["|"])
    expect(history(of: [any Sendable]()) { $0.ofType(Int.self) }, equals: ["|"])
    expect(history(of: values, end: .failed(Failure("e"))) { $0.ofType(String.self) }, equals: ["a", "#e"])
  }

  @Test func `subclasses and protocols count`() {
    expect(history(of: [Shape(), Circle()]) { $0.ofType(Circle.self) }, equals: ["circle", "|"])
    expect(history(of: [Failure("x")]) { $0.ofType((any Error).self) }, equals: ["x", "|"])
  }
}
