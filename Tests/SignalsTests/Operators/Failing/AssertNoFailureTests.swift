import Signals
import Testing

@Suite("assertNoFailure", .leavesNothing) struct AssertNoFailureTests {
  @Test func `values and the finish pass`() {
    expect(history(of: [1, 2]) { $0.assertNoFailure() }, equals: ["1", "2", "|"])
    expect(history(of: [Int]()) { $0.assertNoFailure() }, equals: ["|"])
  }

  @Test func `an error that is thrown below stops nothing`() {
    let below = drawn { $0.assertNoFailure().map { try checked(2 - $0) } }
    expect(below.history, equals: ["1", "0", "#negative"])
    expect(below.numbers, equals: [1, 2, 3])
  }

  @Test func `a failure stops the program, and says which and where`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Signal<Int>.failed(Failure("broken")).assertNoFailure("Themes are readable.").subscribeValues { _ in }
    }
    let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    expect(
      said.contains("Themes are readable. The signal failed at assertNoFailure: broken. Use catch to handle failures."))
    expect(said.contains("AssertNoFailureTests.swift"))
  }

  @Test func `so does what a closure above throws`() async {
    await #expect(processExitsWith: .failure) {
      _ = Signal.of(-1).map(checked).assertNoFailure().subscribeValues { _ in }
    }
  }
}
