import Dispatch
import Signals
import SignalsTesting
import Testing

/// C4 and C9, where a handler sends to a source that lies above a hop or an operator with a serialiser of its own: the
/// source is idle and passes the value on at once, so the order is decided there, and no buffer may change it.
@Suite("Faults: sending from below", .leavesNothing) struct SendingFromBelowTests {
  @Test func `behind a queue, a handler's value comes after one that another thread sent before it`() {
    let queue = DispatchQueue(label: "test")
    let input = SignalInput<Int>()
    let direct = Recorder(input.signal)
    let log = Log<Int>()
    let endpoint = input.signal.deliver(on: queue).subscribeValues { value in
      log.append(value)
      guard value == 1 else { return }
      onAnotherThread { input.send(2) }
      input.send(3)
    }
    // The source is idle again when the handler runs.
    queue.suspend()
    input.send(1)
    queue.resume()
    queue.settle()
    expect(direct.values, equals: [1, 2, 3])
    expect(log.entries, equals: [1, 2, 3])
    withExtendedLifetime(endpoint) {}
  }

  @Test(
    arguments: [
      { merge($0, $1) }, { Signal.of($0, $1).flatMap { $0 } },
    ] as [@Sendable (Signal<Int>, Signal<Int>) -> Signal<Int>])
  func `below several signals, the order of each is that of its source`(
    _ both: @Sendable (Signal<Int>, Signal<Int>) -> Signal<Int>
  ) {
    let first = SignalInput<Int>()
    let second = SignalInput<Int>()
    let direct = Recorder(second.signal)
    let log = Log<Int>()
    let over = Gate()
    let endpoint = both(first.signal, second.signal).subscribeValues { value in
      log.append(value)
      if log.entries.count == 3 { over.open() }
      guard value == 1 else { return }
      onAnotherThread { second.send(2) }
      second.send(3)
    }
    first.send(1)
    over.wait()
    expect(direct.values, equals: [2, 3])
    expect(log.entries, equals: [1, 2, 3])
    withExtendedLifetime(endpoint) {}
  }

  @Test func `a new subscriber that sends while it receives replayed values changes no order`() {
    let input = SignalInput<Int>()
    let direct = Recorder(input.signal)
    let shared = input.signal.shared(replaying: 1)
    let former = Recorder(shared)
    input.send(1)
    let log = Log<Int>()
    let over = Gate()
    let newcomer = shared.subscribeValues { value in
      log.append(value)
      if log.entries.count == 3 { over.open() }
      guard value == 1 else { return }
      onAnotherThread { input.send(2) }
      input.send(3)
    }
    over.wait()
    expect(direct.values, equals: [1, 2, 3])
    expect(former.values, equals: [1, 2, 3])
    expect(log.entries, equals: [1, 2, 3])
    withExtendedLifetime(newcomer) {}
  }

  @Test(arguments: [
    (BufferingPolicy.unbounded, ["1", "2", "3", "4", "5", "6", "|"]),
    (.newest(2), ["1", "5", "6", "|"]), (.newest(1), ["1", "6", "|"]),
    (.oldest(2), ["1", "2", "3", "|"]), (.oldest(1), ["1", "2", "|"]),
  ])
  func `the bound of a buffer holds for values that the handler behind it sends (C9)`(
    _ policy: BufferingPolicy, _ history: [String]
  ) {
    let queue = DispatchQueue(label: "test")
    let input = SignalInput<Int>()
    let recorder = Recorder(
      input.signal.deliver(on: queue, buffering: policy).map { value in
        if value == 1 {
          for next in 2...6 { input.send(next) }
          input.finish()
        }
        return value
      })
    // The source is idle again when the handler runs.
    queue.suspend()
    input.send(1)
    queue.resume()
    queue.settle()
    expect(recorder.history, equals: history)
  }
}
