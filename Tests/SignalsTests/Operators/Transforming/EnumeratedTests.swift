import Signals
import SignalsTesting
import Testing

@Suite("enumerated", .leavesNothing) struct EnumeratedTests {
  @Test func `numbers the values from zero`() {
    expect(history(of: [7, 8]) { $0.enumerated() }, equals: ["(index: 0, value: 7)", "(index: 1, value: 8)", "|"])
    expect(history(of: [Int]()) { $0.enumerated() }, equals: ["|"])
    expect(history(of: [7], end: .failed(Failure("e"))) { $0.enumerated().map(\.index) }, equals: ["0", "#e"])
  }

  @Test func `counts anew for each subscription`() {
    let input = SignalInput<Int>()
    let numbered = input.signal.enumerated().map { index, value in "\(index): \(value)" }
    let early = Recorder(numbered)
    input.send(7)
    let late = Recorder(numbered)
    input.send(8)
    expect(early.history, equals: ["0: 7", "1: 8"])
    expect(late.history, equals: ["0: 8"])
  }

  @Test func `a handler's send has the next number`() {
    expect(history(of: [5], sendingInside: [6, 7]) { $0.enumerated().map { $0.index } }, equals: ["0", "1", "2", "|"])
  }
}
