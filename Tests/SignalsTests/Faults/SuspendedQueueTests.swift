import Dispatch
import Signals
import SignalsTesting
import Testing

/// C9: a queue that stands still for a while, again and again, with a buffer that is full.
@Suite("Faults: a suspended queue", .leavesNothing) struct SuspendedQueueTests {
  @Test(arguments: [
    (BufferingPolicy.unbounded, ["1", "2", "3", "4", "5", "6", "7", "8", "|"]),
    (.newest(2), ["3", "4", "7", "8", "|"]), (.newest(1), ["4", "8", "|"]),
    (.oldest(2), ["1", "2", "5", "6", "|"]), (.oldest(1), ["1", "5", "|"]),
  ])
  func `the values that wait when the queue goes on are those that the policy keeps`(
    _ policy: BufferingPolicy, _ history: [String]
  ) {
    let queue = DispatchQueue(label: "test")
    let input = SignalInput<Int>()
    let recorder = Recorder(input.signal.deliver(on: queue, buffering: policy))
    queue.suspend()
    for value in 1...4 { input.send(value) }
    queue.resume()
    queue.settle()
    queue.suspend()
    for value in 5...8 { input.send(value) }
    input.finish()
    queue.resume()
    queue.settle()
    expect(recorder.history, equals: history)
  }

  @Test(arguments: [BufferingPolicy.unbounded, .newest(2), .oldest(2)])
  func `a cancel while it stands still releases all that waits, at once (C8)`(_ policy: BufferingPolicy) {
    let queue = DispatchQueue(label: "test")
    queue.suspend()
    let input = SignalInput<Tracked>()
    let log = Log<String>()
    let endpoint = input.signal.deliver(on: queue, buffering: policy).subscribeValues { _ in log.append("called") }
    for _ in 1...2 { input.send(Tracked("value", log)) }
    expect(log.entries, equals: [])
    endpoint.cancel()
    expect(log.entries, equals: ["value released", "value released"])
    queue.resume()
    queue.settle()
    expect(log.entries, equals: ["value released", "value released"])
  }
}
