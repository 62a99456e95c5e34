import Dispatch
import Signals
import SignalsTesting
import Testing

/// C7: nothing of the user's runs, and nothing of the user's is released, while an internal lock is held.
///
/// Each closure here lets another thread use the same source in every way, and waits for it. Where a lock were held,
/// that thread would wait for the lock, and the test would never end.
@Suite("C7 Nothing foreign under a lock", .leavesNothing) struct ForeignCodeTests {
  private static func useFromAnotherThread(_ input: SignalInput<Int>) {
    onAnotherThread {
      let endpoint = input.signal.subscribeValues { _ in }
      input.send(1_000)
      endpoint.cancel()
    }
  }

  @Test func `handlers and operator closures`() {
    let input = SignalInput<Int>()
    let log = Log<String>()
    let ended = Gate()
    let probe: @Sendable (String) -> Void = { name in
      Self.useFromAnotherThread(input)
      log.append(name)
    }
    let endpoint = input.signal
      .prefix(2)
      .map { value in
        probe("map"); return value
      }
      .filter { _ in
        probe("filter"); return true
      }
      .compactMap { value -> Int? in
        probe("compactMap"); return value
      }
      .scan(0) { _, value in
        probe("scan"); return value
      }
      .removeDuplicates { _, _ in
        probe("removeDuplicates"); return false
      }
      .subscribe { event in
        if case .end = event {
          probe("end")
          ended.open()
        } else {
          probe("value")
        }
      }
    input.send(1)
    // The second value is one that another thread sent meanwhile. It comes by way of the source's queue.
    ended.wait()
    expect(
      log.entries,
      equals: [
        "map", "filter", "compactMap", "scan", "value",
        "map", "filter", "compactMap", "scan", "removeDuplicates", "value", "end",
      ])
    withExtendedLifetime(endpoint) {}
  }

  @Test func `an object released at cancel`() {
    let input = SignalInput<Int>()
    let log = Log<String>()
    let captured = Tracked {
      Self.useFromAnotherThread(input)
      log.append("released")
    }
    let endpoint = input.signal.subscribeValues { [captured] _ in captured.touch() }
    _ = consume captured
    endpoint.cancel()
    expect(log.entries, equals: ["released"])
  }

  @Test func `an object released at cancel inside a handler`() {
    let input = SignalInput<Int>()
    let log = Log<String>()
    let captured = Tracked {
      Self.useFromAnotherThread(input)
      log.append("released")
    }
    let holder = Guarded<Endpoint?>(nil)
    let endpoint = input.signal.subscribeValues { [captured] _ in
      captured.touch()
      holder.change { $0 }?.cancel()
      log.append("handled")
    }
    holder.change { $0 = endpoint }
    _ = consume captured
    input.send(1)
    expect(log.entries, equals: ["handled", "released"])
  }

  @Test(arguments: [BufferingPolicy.newest(1), .oldest(1)])
  func `values that a full buffer drops`(_ policy: BufferingPolicy) {
    let queue = DispatchQueue(label: "test")
    queue.suspend()
    let input = SignalInput<Tracked>()
    let trigger = SignalInput<Int>()
    let log = Log<Int>()
    let endpoint = input.signal.deliver(on: queue, buffering: policy).subscribeValues { $0.touch() }
    for index in 0..<3 {
      input.send(
        Tracked {
          onAnotherThread { input.send(Tracked {}) }
          Self.useFromAnotherThread(trigger)
          log.append(index)
        })
    }
    endpoint.cancel()
    queue.resume()
    // Values of the other threads may have been handed over, and push out the remaining ones when they arrive.
    while log.entries.count < 3 { queue.settle() }
    expect(log.entries.sorted(), equals: [0, 1, 2])
  }

  @Test func `values that wait when the subscription is cancelled`() {
    let queue = DispatchQueue(label: "test")
    queue.suspend()
    let input = SignalInput<Tracked>()
    let log = Log<String>()
    let endpoint = input.signal.deliver(on: queue).subscribeValues { $0.touch() }
    input.send(
      Tracked {
        onAnotherThread { input.send(Tracked {}) }
        log.append("released")
      })
    endpoint.cancel()
    expect(log.entries, equals: ["released"])
    queue.resume()
    queue.settle()
  }
}
