import Signals
import SignalsTesting
import Testing

@Suite("merge", .leavesNothing) struct MergeTests {
  @Test func `passes on the values as they come, and finishes with the last input`() {
    let inputs = (0..<3).map { _ in SignalInput<Int>() }
    let recorder = Recorder(merge(inputs.map(\.signal)))
    inputs[0].send(1)
    inputs[2].send(2)
    inputs[0].finish()
    inputs[1].send(3)
    inputs[2].finish()
    expect(recorder.history, equals: ["1", "2", "3"])
    inputs[1].finish()
    expect(recorder.history, equals: ["1", "2", "3", "|"])
  }

  @Test func `fails with the first input that fails, and cancels the others`() {
    let left = SignalInput<Int>()
    let right = SignalInput<Int>()
    let log = Log<Int>()
    let recorder = Recorder(
      left.signal.merge(
        with: right.signal.map { value in
          log.append(value)
          return value
        }))
    left.fail(Failure("left"))
    right.send(1)
    expect(recorder.history, equals: ["#left"])
    expect(log.entries, equals: [])
  }

  @Test func `merging nothing finishes, and merging one is that one`() {
    expect(Recorder(merge([Signal<Int>]())).history, equals: ["|"])
    expect(Recorder(merge(.of(1, 2))).history, equals: ["1", "2", "|"])
  }

  @Test func `one signal may come in twice`() {
    let input = SignalInput<Int>()
    let recorder = Recorder(merge(input.signal, input.signal.map { -$0 }))
    input.send(1)
    input.send(2)
    input.finish()
    expect(recorder.history, equals: ["1", "-1", "2", "-2", "|"])
  }

  @Test func `inputs that have values at once give them in turn`() {
    expect(Recorder(merge(.of(1, 2), .empty(), .of(3))).history, equals: ["1", "2", "3", "|"])
    expect(Recorder(merge(.of(1, 2), .failed(Failure("e")), .of(3))).history, equals: ["1", "2", "#e"])
  }

  @Test func `an input that fails at once keeps later inputs from being subscribed to (C6, C14)`() {
    let log = Log<String>()
    let later = Signal.deferred {
      log.append("subscribed")
      return .of(1)
    }
    expect(Recorder(merge(.failed(Failure("e")), later)).history, equals: ["#e"])
    expect(log.entries, equals: [])
  }

  @Test func `an input that is ended from the handler doesn't lose earlier values`() {
    let left = SignalInput<Int>()
    let right = SignalInput<Int>()
    let log = Log<String>()
    let endpoint = merge(left.signal, right.signal).subscribe { event in
      log.append("\(event)")
      guard case .value(1) = event else { return }
      right.send(2)
      left.finish()
      right.finish()
    }
    left.send(1)
    expect(log.entries, equals: ["value(1)", "value(2)", "finished"])
    withExtendedLifetime(endpoint) {}
  }

  @Test func `cancelling in the middle keeps later inputs from being subscribed to`() {
    let log = Log<String>()
    let last = Signal.of(9).map { value in
      log.append("subscribed")
      return value
    }
    let endpoint = merge(.of(1, 2), last).subscribeWhile { value in
      log.append("\(value)")
      return false
    }
    expect(log.entries, equals: ["1"])
    expect(!endpoint.isActive)
  }

  @Test func `nothing comes from an input that has ended, for any later sends`() {
    let failing = heedless([-1, 2]).map(checked).replaceError(with: 9)
    expect(Recorder(merge(failing, .never())).history, equals: ["9"])
  }
}
