import Signals
import SignalsTesting
import Testing

@Suite("collect(_:step:)", .leavesNothing) struct CollectByStepTests {
  private func collected(_ count: Int, step: Int, of values: ClosedRange<Int>, end: End? = .finished) -> [String] {
    history(of: Array(values), end: end) { $0.collect(count, step: step).map { $0.map(String.init).joined() } }
  }

  @Test func `with a shorter step, arrays overlap, and the rest comes at the finish`() {
    expect(collected(3, step: 1, of: 1...5), equals: ["123", "234", "345", "45", "5", "|"])
    expect(collected(3, step: 2, of: 1...7), equals: ["123", "345", "567", "7", "|"])
    expect(collected(3, step: 2, of: 1...6), equals: ["123", "345", "56", "|"])
    expect(collected(2, step: 1, of: 1...1), equals: ["1", "|"])
  }

  @Test func `with the same step, arrays follow each other`() {
    expect(collected(2, step: 2, of: 1...5), equals: ["12", "34", "5", "|"])
    expect(collected(1, step: 1, of: 1...3), equals: ["1", "2", "3", "|"])
  }

  @Test func `with a longer step, values between them are dropped`() {
    expect(collected(2, step: 3, of: 1...8), equals: ["12", "45", "78", "|"])
    expect(collected(2, step: 3, of: 1...7), equals: ["12", "45", "7", "|"])
    expect(collected(1, step: 4, of: 1...8), equals: ["1", "5", "|"])
    expect(collected(2, step: 3, of: 1...6), equals: ["12", "45", "|"])
  }

  @Test func `a failure comes without the rest`() {
    expect(collected(3, step: 1, of: 1...4, end: .failed(Failure("e"))), equals: ["123", "234", "#e"])
    expect(collected(3, step: 1, of: 1...4, end: nil), equals: ["123", "234"])
  }

  @Test func `the same as an independent computation, for all small counts and steps`() {
    for count in 1...4 {
      for step in 1...6 {
        for last in 1...12 {
          let values = Array(1...last)
          let starts = stride(from: 0, to: values.count, by: step)
          let expected = starts.map { values[$0...].prefix(count).map(String.init).joined() } + ["|"]
          expect(collected(count, step: step, of: 1...last), equals: expected)
        }
      }
    }
  }

  @Test func `the handler may cancel at the finish, and the other arrays don't follow (C6)`() {
    expect(history(cancelledInside: [1, 2]) { $0.collect(3, step: 1) }, equals: ["[1, 2]"])
  }

  @Test func `an error downstream fails the result, and nothing follows (C14)`() {
    expect(history(of: [1, 2]) { $0.collect(3, step: 1).map { throw Failure("\($0)") } }, equals: ["#[1, 2]"])
    expect(history(of: [1, 2]) { $0.collect(1, step: 1).map { throw Failure("\($0)") } }, equals: ["#[1]"])
  }
}
