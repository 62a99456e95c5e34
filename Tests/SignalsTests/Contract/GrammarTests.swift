import Dispatch
import Signals
import SignalsTesting
import Testing

/// C1: values, then at most one end, and nothing after it.
@Suite("C1 Grammar", .leavesNothing) struct GrammarTests {
  @Test func `nothing follows the finish`() {
    let input = SignalInput<Int>()
    let recorder = Recorder(input.signal)
    expect(input.send(1), equals: .delivered)
    expect(input.finish(), equals: .delivered)
    expect(input.send(2), equals: .ended)
    expect(input.finish(), equals: .ended)
    expect(input.fail(Failure()), equals: .ended)
    expect(recorder.history, equals: ["1", "|"])
  }

  @Test func `nothing follows a failure`() {
    let input = SignalInput<Int>()
    let recorder = Recorder(input.signal)
    input.send(1)
    input.fail(Failure("broken"))
    input.send(2)
    input.finish()
    expect(recorder.history, equals: ["1", "#broken"])
  }

  @Test func `releasing the last reference to the input finishes the signal, which doesn't keep it alive`() {
    var input: SignalInput<Int>? = SignalInput()
    let signal = input?.signal
    let recorder = signal.map { Recorder($0) }
    input?.send(1)
    expect(recorder?.history, equals: ["1"])
    input = nil
    expect(recorder?.history, equals: ["1", "|"])
  }

  @Test func `a subscriber after the end receives the end alone`() {
    let input = SignalInput<Int>()
    input.send(1)
    input.fail(Failure("broken"))
    expect(Recorder(input.signal).history, equals: ["#broken"])
    expect(Recorder(input.signal.map { $0 + 1 }).history, equals: ["#broken"])
  }

  @Test func `a value that a handler sends after ending its source reaches no observer`() {
    let input = SignalInput<Int>()
    let results = Log<SendResult>()
    let recorder = Recorder(input.signal)
    let endpoint = input.signal.subscribeValues { value in
      guard value == 1 else { return }
      results.append(input.finish())
      results.append(input.send(2))
    }
    input.send(1)
    expect(results.entries, equals: [.queued, .ended])
    expect(recorder.history, equals: ["1", "|"])
    expect(!endpoint.isActive)
  }

  @Test func `an input that is released inside its own handler finishes after the event`() {
    final class Holder: Sendable {
      let input = Guarded<SignalInput<Int>?>(SignalInput())
    }
    let holder = Holder()
    let input = holder.input.change { $0 }
    let recorder = input.map { Recorder($0.signal) }
    let endpoint = input?.signal.subscribeValues { _ in
      _ = holder.input.change { held -> SignalInput<Int>? in
        defer { held = nil }
        return held
      }
    }
    let signal = input?.signal
    _ = consume input
    _ = holder.input.change { $0 }?.send(1)
    expect(recorder?.history, equals: ["1", "|"])
    expect(signal.map { Recorder($0).history }, equals: ["|"])
    expect(endpoint?.isActive, equals: false)
  }

  /// Unlike a handler's own `finish`, which goes before waiting events (C4).
  @Test(arguments: [false, true])
  func `an input that is released inside its own handler finishes after all that waits`(_ isOnQueue: Bool) {
    let queue = DispatchQueue(label: "test")
    let held = Guarded<SignalInput<Int>?>(isOnQueue ? SignalInput(on: queue) : SignalInput())
    let recorder = held.change { $0.map { Recorder($0.signal) } }
    let (isHandling, mayGoOn) = (Gate(), Gate())
    let endpoint = held.change { $0 }?.signal.subscribeValues { value in
      if value == 0 {
        isHandling.open()
        mayGoOn.wait()
      } else if value == 1 {
        _ = held.change { $0 }?.send(2)
        _ = held.change { $0.take() }
      }
    }
    let sender = startThread { _ = held.change { $0 }?.send(0) }
    isHandling.wait()
    expect(held.change { $0 }?.send(1), equals: .queued)
    expect(held.change { $0 }?.send(3), equals: .queued)
    mayGoOn.open()
    sender.wait()
    waitUntil { recorder?.history.last == "|" }
    expect(recorder?.history, equals: ["0", "1", "2", "3", "|"])
    withExtendedLifetime(endpoint) {}
  }

  @Test func `an operator that acts at the end hears of one only, though several above it end in turn`() {
    let log = Log<Int>()
    let result = history(of: [7]) { signal in
      signal.last().prefix(1).collect().map { values in
        log.append(values.count)
        return values
      }
    }
    expect(result, equals: ["[7]", "|"])
    expect(log.entries, equals: [1])
  }
}
