import Signals
import SignalsTesting
import Testing

/// C2: a signal is a recipe; state begins anew for each subscription.
@Suite("C2 A signal is a recipe", .leavesNothing) struct RecipeTests {
  @Test func `an input is shared, and the operators are not`() {
    let input = SignalInput<Int>()
    let sums = input.signal.scan(0) { $0 + $1 }
    let early = Recorder(sums)
    input.send(1)
    let late = Recorder(sums)
    input.send(10)
    expect(early.history, equals: ["1", "11"])
    expect(late.history, equals: ["10"])
  }

  @Test func `a sequence runs anew for each subscription`() {
    let numbers = Signal.of(1, 2, 3).dropFirst()
    expect(Recorder(numbers).history, equals: ["2", "3", "|"])
    expect(Recorder(numbers).history, equals: ["2", "3", "|"])
  }

  @Test func `nothing happens before the first subscription`() {
    let log = Log<String>()
    let signal = Signal.of(1).map { value in
      log.append("mapped")
      return value
    }
    expect(log.entries, equals: [])
    _ = Recorder(signal)
    expect(log.entries, equals: ["mapped"])
  }

  @Test func `a signal may be sent to another thread and subscribed to there`() {
    let input = SignalInput<Int>()
    let signal = input.signal.map { $0 * 2 }
    let recorders = Log<Recorder<Int>>()
    onAnotherThread { recorders.append(Recorder(signal)) }
    input.send(2)
    expect(recorders.entries.map(\.history), equals: [["4"]])
  }
}
