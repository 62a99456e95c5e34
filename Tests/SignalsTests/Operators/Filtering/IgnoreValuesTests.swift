import Signals
import SignalsTesting
import Testing

@Suite("ignoreValues", .leavesNothing) struct IgnoreValuesTests {
  @Test func `passes on the end alone`() {
    expect(history(of: [Int]()) { $0.ignoreValues() }, equals: ["|"])
    expect(history(of: [1, 2]) { $0.ignoreValues() }, equals: ["|"])
    expect(history(of: [1, 2], end: nil) { $0.ignoreValues() }, equals: [])
    expect(history(of: [1, 2], end: .failed(Failure("e"))) { $0.ignoreValues() }, equals: ["#e"])
  }

  @Test func `its upstream runs all the same, and can fail it`() {
    expect(history(of: [1, -1], end: nil) { $0.map(checked).ignoreValues() }, equals: ["#negative"])
    expect(drawn { $0.ignoreValues() }.numbers.count, equals: 1_000)
  }

  @Test func `a signal of another type follows one whose values are ignored`() {
    let steps = SignalInput<Int>()
    let words = SignalInput<String>()
    let recorder = Recorder(steps.ignoreValues(as: String.self).append(words))
    words.send("early")
    steps.send(1)
    steps.finish()
    words.send("late")
    words.finish()
    expect(recorder.history, equals: ["late", "|"])
    expect(
      history(of: [1], end: .failed(Failure("e"))) { $0.ignoreValues(as: String.self).append("a") }, equals: ["#e"])
    expect(history(of: [1]) { $0.ignoreValues(as: String.self).append(.of("a", "b")) }, equals: ["a", "b", "|"])
  }
}
