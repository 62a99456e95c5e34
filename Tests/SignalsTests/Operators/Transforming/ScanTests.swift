import Signals
import Testing

@Suite("scan", .leavesNothing) struct ScanTests {
  @Test func `passes on every result, but not the initial one`() {
    #expect(history(of: [1, 2, 3]) { $0.scan(10) { $0 + $1 } } == ["11", "13", "16", "|"])
    #expect(history(of: [Int]()) { $0.scan(10) { $0 + $1 } } == ["|"])
    #expect(history(of: [1], end: .failed(Failure("e"))) { $0.scan("") { "\($0)\($1)" } } == ["1", "#e"])
  }

  @Test func `a result that can't be made fails the signal`() {
    let sum: @Sendable (Int, Int) throws -> Int = { sum, value in
      if value < 0 { throw Failure("negative") }
      return sum + value
    }
    #expect(history(of: [1, 2, -1, 4]) { $0.scan(0, sum) } == ["1", "3", "#negative"])
  }
}
