import Dispatch
import SignalsTesting
import Testing

@testable import Signals

/// Subscriptions, cancellations and other requests that wait for the owner of a producer.
@Suite("Requests that wait for an owner", .leavesNothing) struct RequestTests {
  /// The number of requests that an owner performs before it leaves the rest.
  private static let most = Producer.requestBatch * Producer.requestRounds

  /// Has an owner of a shared signal leave requests that were made on the queue of its source, just before the first value
  /// reaches that signal on that queue.
  ///
  /// - Parameters:
  ///   - request: makes the requests, by a connection to the shared signal.
  ///   - proceed: called when that owner has left.
  private func leavingRequests(
    _ request: @escaping @Sendable (_ shared: Signal<Int>, _ connection: Connection) -> Void,
    then proceed: @escaping @Sendable (_ connection: Connection) -> Void = { _ in }
  ) {
    let queue = DispatchQueue(label: "source")
    let source = SignalInput<Int>(on: queue)
    let shared = source.signal.shared()
    let connection = Guarded<Connection?>(nil)
    let trigger = source.signal.subscribeValues { _ in
      guard let connection = connection.change({ $0 }) else { return }
      let (isOwned, mayLeave) = (Gate(), Gate())
      let owner = startThread {
        connection.whenIdle {
          isOwned.open()
          mayLeave.wait()
        }
      }
      isOwned.wait()
      request(shared, connection)
      mayLeave.open()
      owner.wait()
      proceed(connection)
    }
    let first = Signal<Int> { downstream, line in
      connection.change { $0 = line }
      shared.attach(downstream, line)
    }.subscribeValues { _ in }
    source.send(1)
    queue.settle()
    withExtendedLifetime((trigger, first)) {}
  }

  @Test func `a thread whose subscription waits behind many requests receives its next event (C12)`() {
    let late = Guarded<Recorder<Int>?>(nil)
    leavingRequests { shared, connection in
      for _ in 0..<3 * Self.most { connection.whenIdle {} }
      let recorder = Recorder(shared)
      late.change { $0 = recorder }
    }
    expect(late.change { $0 }?.values, equals: [1])
  }

  @Test(arguments: [0, 2 * Producer.requestBatch])
  func `a request follows those that an earlier owner has left (C4)`(others: Int) {
    let log = Log<String>()
    leavingRequests { _, connection in
      for _ in 0..<Self.most + others { connection.whenIdle {} }
      connection.whenIdle { log.append("earlier") }
    } then: { connection in
      connection.whenIdle { log.append("later") }
      log.append("returned")
    }
    expect(log.entries, equals: ["earlier", "later", "returned"])
  }

  @Test(arguments: [(others: 4 * Producer.requestBatch, urgent: 1), (others: 0, urgent: 4 * Producer.requestBatch)])
  func `an event finds all urgent requests performed that precede it (C12)`(others: Int, urgent: Int) {
    let hub = Hub<Int>(executor: .inline)
    let log = Log<String>()
    let endpoint = Signal<Int> { downstream, connection in hub.add(downstream, connection) }
      .subscribeValues { log.append("value \($0)") }
    hub.asOwner {
      onAnotherThread {
        for _ in 0..<others { hub.asOwner {} }
        for _ in 0..<urgent {
          _ = hub.ownBriefly(currentThread(), isUrgent: true) {
            log.append("request")
            return nil
          }
        }
      }
      _ = hub.send(1)
    }
    expect(log.entries, equals: Array(repeating: "request", count: urgent) + ["value 1"])
    withExtendedLifetime(endpoint) {}
  }

  @Test func `a join ends at once if it subscribes while a queue delivers the end of its input (C10)`() {
    let (input, other) = (SignalInput<Int>(), SignalInput<Int>())
    let late = Guarded<Recorder<Int>?>(nil)
    let endpoint = input.signal.subscribe { event in
      switch event {
      // The end waits for this handler. So a queue delivers it, and performs the request of the subscription.
      case .value: onAnotherThread { input.finish() }
      case .end:
        onAnotherThread {
          let recorder = Recorder(combineLatest(input.signal, other.signal) { $0 + $1 })
          late.change { $0 = recorder }
        }
      }
    }
    input.send(1)
    waitUntil { late.change { $0 }?.history == ["|"] }
    expect(late.change { $0 }?.history, equals: ["|"])
    withExtendedLifetime(endpoint) {}
  }
}
