import Foundation
import Signals
import SignalsTesting
import Testing

/// Delivery on an operation queue keeps to C9 as that on a Dispatch queue does.
@Suite("deliver(on:) with an operation queue", .leavesNothing) struct OperationQueuesTests {
  /// A queue that runs several operations at once, or one.
  private static func queue(concurrent: Bool = false) -> OperationQueue {
    let queue = OperationQueue()
    queue.name = "operations"
    queue.maxConcurrentOperationCount = concurrent ? 4 : 1
    return queue
  }

  private static func settle(_ queue: OperationQueue) {
    for _ in 0..<3 { queue.waitUntilAllOperationsAreFinished() }
  }

  @Test func `everything downstream runs on the queue, in order, and never inline`() {
    let queue = Self.queue()
    let input = SignalInput<Int>()
    let log = Log<String>()
    queue.isSuspended = true
    let endpoint = input.deliver(on: queue).map { value in
      log.append("mapped on the queue: \(OperationQueue.current === queue)")
      return value
    }.subscribe { log.append("\($0), on the queue: \(OperationQueue.current === queue)") }
    for value in 1...2 { expect(input.send(value), equals: .delivered) }
    input.finish()
    expect(log.entries, equals: [])
    queue.isSuspended = false
    Self.settle(queue)
    expect(
      log.entries,
      equals: [
        "mapped on the queue: true", "value(1), on the queue: true", "mapped on the queue: true",
        "value(2), on the queue: true", "finished, on the queue: true",
      ])
    withExtendedLifetime(endpoint) {}
  }

  @Test(arguments: [false, true]) func `one at a time, in order, though the queue runs several operations`(
    _ isConcurrent: Bool
  ) {
    let queue = Self.queue(concurrent: isConcurrent)
    let input = SignalInput<Int>()
    let overlap = OverlapDetector()
    let log = Log<Int>()
    let done = Gate()
    let endpoint = input.deliver(on: queue).subscribe { event in
      overlap.run {
        switch event {
        case .value(let value): log.append(value)
        case .end: done.open()
        }
      }
    }
    for value in 0..<20_000 { input.send(value) }
    input.finish()
    done.wait()
    expect(!overlap.hasSeenOverlap)
    expect(log.entries, equals: Array(0..<20_000))
    withExtendedLifetime(endpoint) {}
  }

  @Test(arguments: [
    (BufferingPolicy.unbounded, ["1", "2", "3", "4", "|"]), (.newest(2), ["3", "4", "|"]),
    (.oldest(2), ["1", "2", "|"]),
  ])
  func `a policy decides which values a suspended queue keeps`(_ policy: BufferingPolicy, _ expected: [String]) {
    let queue = Self.queue()
    queue.isSuspended = true
    let input = SignalInput<Int>()
    let recorder = Recorder(input.deliver(on: queue, buffering: policy))
    for value in 1...4 { input.send(value) }
    input.finish()
    queue.isSuspended = false
    Self.settle(queue)
    expect(recorder.history, equals: expected)
  }

  @Test func `values that wait are handled by one operation`() {
    let queue = Self.queue()
    queue.isSuspended = true
    let input = SignalInput<Int>()
    let recorder = Recorder(input.deliver(on: queue))
    for value in 1...100 { input.send(value) }
    expect(queue.operationCount, equals: 1)
    queue.isSuspended = false
    Self.settle(queue)
    expect(recorder.values, equals: Array(1...100))
  }

  @Test func `subscribing, sending and cancelling on the queue itself never deadlock`() {
    let queue = Self.queue()
    let input = SignalInput<Int>()
    let log = Log<String>()
    let endpoints = CancellableBag()
    queue.addOperation {
      input.deliver(on: queue).subscribeValues { value in
        log.append("first \(value)")
        guard value == 1 else { return }
        input.deliver(on: queue).subscribeValues { log.append("second \($0)") }.store(in: endpoints)
        input.send(2)
      }.store(in: endpoints)
      input.send(1)
      expect(log.entries, equals: [])
    }
    while log.entries.count < 3 { Self.settle(queue) }
    expect(Set(log.entries), equals: ["first 1", "first 2", "second 2"])
    queue.addOperation { endpoints.cancel() }
    Self.settle(queue)
    input.send(3)
    Self.settle(queue)
    expect(log.entries.count, equals: 3)
  }

  @Test func `a cancellation on the queue is final, and the waiting events are released`() {
    let queue = Self.queue()
    queue.isSuspended = true
    let input = SignalInput<Tracked>()
    let log = Log<String>()
    let bag = CancellableBag()
    input.deliver(on: queue).subscribeValues { _ in
      log.append("handled")
      bag.cancel()
    }.store(in: bag)
    for number in 1...3 { input.send(Tracked("\(number)", log)) }
    queue.isSuspended = false
    Self.settle(queue)
    expect(log.entries.first, equals: "handled")
    expect(log.entries.sorted(), equals: ["1 released", "2 released", "3 released", "handled"])
  }

  @MainActor
  @Test func `the main operation queue is never inline, and a main-actor handler is called there`() async {
    let input = SignalInput<Int>()
    var values: [Int] = []
    let endpoint = input.deliver(on: OperationQueue.main).subscribeValues { values.append($0) }
    input.send(1)
    expect(values, equals: [])
    while values.isEmpty { await letOthersGoOn() }
    expect(values, equals: [1])
    endpoint.cancel()
  }

  @Test func `the live graph shows the name of the queue`() {
    let graph = RecordedGraph()
    let queue = Self.queue()
    graph.record {
      let input = SignalInput<Int>()
      let recorder = Recorder(input.deliver(on: queue))
      expect(graph.snapshot.nodes.compactMap(\.queue), equals: ["operations"])
      withExtendedLifetime((input, recorder)) {}
    }
  }

  @Test func `a signal shared downstream of the queue stays on it while a new subscriber is busy`() {
    let queue = Self.queue()
    let input = SignalInput<Int>()
    let delivered = input.deliver(on: queue)
    let shared = merge(delivered, delivered.filter { _ in false }).shared(replaying: 1)
    let log = Log<String>()
    let first = shared.subscribeValues { log.append("\($0), on the queue: \(OperationQueue.current === queue)") }
    input.send(1)
    Self.settle(queue)
    let (isBusy, goesOn) = (Gate(), Gate())
    let newcomer = startThread {
      let second = shared.subscribeValues { value in
        guard value == 1 else { return }
        isBusy.open()
        goesOn.wait()
      }
      second.cancel()
    }
    isBusy.wait()
    for value in 2...4 { input.send(value) }
    Self.settle(queue)
    goesOn.open()
    newcomer.wait()
    while log.entries.count < 4 { Self.settle(queue) }
    expect(log.entries, equals: (1...4).map { "\($0), on the queue: true" })
    first.cancel()
  }

  @Test func `cancelling the operations of the queue loses no event (C9)`() {
    for isConcurrent in [false, true] {
      let queue = Self.queue(concurrent: isConcurrent)
      let input = SignalInput<Int>()
      let (log, ended) = (Log<String>(), Gate())
      let endpoint = input.deliver(on: queue).subscribe { event in
        log.append("\(event), on the queue: \(OperationQueue.current === queue)")
        if case .end = event { ended.open() }
      }
      queue.isSuspended = true
      input.send(1)
      queue.cancelAllOperations()
      input.send(2)
      queue.isSuspended = false
      input.send(3)
      queue.cancelAllOperations()
      input.finish()
      ended.wait()
      expect(log.entries, equals: ["value(1)", "value(2)", "value(3)", "finished"].map { "\($0), on the queue: true" })
      endpoint.cancel()
      Self.settle(queue)
    }
  }
}
