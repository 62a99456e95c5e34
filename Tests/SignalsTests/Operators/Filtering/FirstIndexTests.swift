import Signals
import SignalsTesting
import Testing

@Suite("firstIndex", .leavesNothing) struct FirstIndexTests {
  @Test func `emits the index of the first value that is wanted, then finishes`() {
    expect(history(of: [5, 7, 8, 9]) { $0.firstIndex { $0 > 6 } }, equals: ["1", "|"])
    expect(history(of: [5], end: nil) { $0.firstIndex { _ in true } }, equals: ["0", "|"])
    expect(history(of: [5, 7, 7]) { $0.firstIndex(of: 7) }, equals: ["1", "|"])
  }

  @Test func `without such a value, only the end is passed on`() {
    expect(history(of: [1, 2]) { $0.firstIndex { $0 > 6 } }, equals: ["|"])
    expect(history(of: [Int]()) { $0.firstIndex(of: 7) }, equals: ["|"])
    expect(history(of: [1], end: .failed(Failure("e"))) { $0.firstIndex(of: 7) }, equals: ["#e"])
    expect(history(of: [1], end: nil) { $0.firstIndex(of: 7) }, equals: [])
  }

  @Test func `a closure that throws fails the signal (C14)`() {
    expect(history(of: [1, -1, 7]) { $0.firstIndex { try checked($0) == 7 } }, equals: ["#negative"])
  }

  @Test func `cancels the subscription upstream, and asks for no value after that (C6)`() {
    let (history, numbers) = drawn { $0.firstIndex { $0 == 3 } }
    expect(history, equals: ["2", "|"])
    expect(numbers, equals: [1, 2, 3])
    expect(seenBelow([1, 2, 2]) { $0.firstIndex(of: 2) }, equals: ["1"])
  }

  @Test func `each subscription counts for itself (C2)`() {
    let signal = Signal.of(1, 2).firstIndex(of: 2)
    expect(Recorder(signal).history, equals: ["1", "|"])
    expect(Recorder(signal).history, equals: ["1", "|"])
  }
}
