import Dispatch
import Signals
import SignalsTesting
import Testing

/// C5: a sender that waits for room.
@Suite("sendWhenReady", .leavesNothing) struct SendWhenReadyTests {
  private let input = SignalInput<Int>()
  private let queue = DispatchQueue(label: "test")
  private let log = Log<Int>()

  private func bounded(_ policy: BufferingPolicy) -> Endpoint {
    input.deliver(on: queue, buffering: policy).subscribeValues { [log] in log.append($0) }
  }

  /// Waits until `condition` is true, and leaves the pool of tasks to others meanwhile.
  private func until(isolation: isolated (any Actor)? = #isolation, _ condition: () -> Bool) async {
    for _ in 0..<100_000 where !condition() { await letOthersGoOn() }
  }

  @Test func `without a subscriber, and without a limit, it sends at once`() async throws {
    expect(try await input.sendWhenReady(1), equals: .delivered)
    queue.suspend()
    let endpoint = bounded(.unbounded)
    for value in 0..<1_000 { expect(try await input.sendWhenReady(value), equals: .delivered) }
    queue.resume()
    queue.settle()
    expect(log.entries, equals: Array(0..<1_000))
    withExtendedLifetime(endpoint) {}
  }

  @Test(arguments: [BufferingPolicy.oldest(2), .newest(2)])
  func `sendWhenReady waits while the buffer is full, and nothing is lost (C9)`(_ policy: BufferingPolicy) async throws
  {
    let endpoint = bounded(policy)
    let sent = Guarded(0)
    queue.suspend()
    let input = self.input
    let sender = Task {
      for value in 0..<100 {
        try await input.sendWhenReady(value)
        sent.change { $0 += 1 }
      }
    }
    await until { sent.change { $0 } == 2 }
    for _ in 0..<20 { await letOthersGoOn() }
    expect(sent.change { $0 }, equals: 2)
    queue.resume()
    try await sender.value
    await until { log.entries.count == 100 }
    expect(log.entries, equals: Array(0..<100))
    withExtendedLifetime(endpoint) {}
  }

  enum Way: CaseIterable {
    case map, scan, merge, flatMap, shared, combineLatest, log, handleEvents

    func of(_ signal: Signal<Int>) -> Signal<Int> {
      switch self {
      case .map: signal.map { $0 }
      case .scan: signal.scan(0) { $1 }
      case .merge: Signals.merge(signal, .never())
      case .flatMap: signal.flatMap(.concat) { .just($0) }
      case .shared: signal.shared()
      case .combineLatest: Signals.combineLatest(signal, .just(0)) { value, _ in value }
      case .log: signal.log("", to: { _ in })
      case .handleEvents: signal.handleEvents(onValue: { _ in })
      }
    }
  }

  @Test(arguments: Way.allCases)
  func `sendWhenReady sees the buffer below other operators`(_ way: Way) async throws {
    let endpoint = way.of(input.signal).deliver(on: queue, buffering: .oldest(1)).subscribeValues { [log] in
      log.append($0)
    }
    for value in 0..<200 { try await input.sendWhenReady(value) }
    await until { log.entries.count == 200 }
    expect(log.entries, equals: Array(0..<200))
    withExtendedLifetime(endpoint) {}
  }

  @Test func `sendWhenReady waits for the slowest of several subscribers`() async throws {
    let other = DispatchQueue(label: "other")
    let slow = Log<Int>()
    let endpoints = [
      bounded(.oldest(3)),
      input.deliver(on: other, buffering: .oldest(1)).subscribeValues { slow.append($0) },
    ]
    other.suspend()
    let sent = Guarded(0)
    let input = self.input
    let sender = Task {
      for value in 0..<10 {
        try await input.sendWhenReady(value)
        sent.change { $0 += 1 }
      }
    }
    await until { sent.change { $0 } == 1 }
    for _ in 0..<20 { await letOthersGoOn() }
    expect(sent.change { $0 }, equals: 1)
    other.resume()
    try await sender.value
    await until { slow.entries.count == 10 && log.entries.count == 10 }
    expect(slow.entries, equals: Array(0..<10))
    expect(log.entries, equals: Array(0..<10))
    withExtendedLifetime(endpoints) {}
  }

  @Test func `an input on a queue of its own waits for the buffer, too`() async throws {
    let input = SignalInput<Int>(on: DispatchQueue(label: "source"))
    let endpoint = input.deliver(on: queue, buffering: .newest(1)).subscribeValues { [log] in log.append($0) }
    for value in 0..<200 { try await input.sendWhenReady(value) }
    await until { log.entries.count == 200 }
    expect(log.entries, equals: Array(0..<200))
    withExtendedLifetime(endpoint) {}
  }

  @MainActor @Test func `several senders send in the order in which they called`() async throws {
    let endpoint = bounded(.oldest(1))
    queue.suspend()
    input.send(0)
    let input = self.input
    var tasks: [Task<Void, any Error>] = []
    for value in 1...5 {
      let calls = Guarded(false)
      tasks.append(
        Task {
          calls.change { $0 = true }
          try await input.sendWhenReady(value)
        })
      // The task is on this actor, and has suspended itself within the call when this one goes on.
      while !calls.change({ $0 }) { await letOthersGoOn() }
    }
    queue.resume()
    for task in tasks { try await task.value }
    await until { log.entries.count == 6 }
    expect(log.entries, equals: [0, 1, 2, 3, 4, 5])
    withExtendedLifetime(endpoint) {}
  }

  @Test func `many senders lose nothing, and each keeps its order (C4)`() async throws {
    let endpoint = bounded(.newest(2))
    let input = self.input
    try await withThrowingTaskGroup(of: Void.self) { group in
      for sender in 0..<4 {
        group.addTask { for value in 0..<200 { try await input.sendWhenReady(sender * 1_000 + value) } }
      }
      try await group.waitForAll()
    }
    await until { log.entries.count == 800 }
    for sender in 0..<4 {
      expect(log.entries.filter { $0 / 1_000 == sender }, equals: (0..<200).map { sender * 1_000 + $0 })
    }
    withExtendedLifetime(endpoint) {}
  }

  @MainActor @Test func `a cancelled task throws, and its value is not sent`() async throws {
    let endpoint = bounded(.oldest(1))
    queue.suspend()
    input.send(0)
    let input = self.input
    let calls = Guarded(0)
    let first = Task {
      calls.change { $0 += 1 }
      return try await input.sendWhenReady(1)
    }
    let second = Task {
      calls.change { $0 += 1 }
      return try await input.sendWhenReady(2)
    }
    while calls.change({ $0 }) < 2 { await letOthersGoOn() }
    first.cancel()
    second.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    await #expect(throws: CancellationError.self) { try await second.value }
    let third = Task { try await input.sendWhenReady(3) }
    queue.resume()
    // Not necessarily delivered: the thread that has found the room may still be the owner of the source.
    expect(try await third.value != .ended)
    await until { log.entries.count == 2 }
    expect(log.entries, equals: [0, 3])
    let fourth = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await input.sendWhenReady(4)
    }
    await #expect(throws: CancellationError.self) { try await fourth.value }
    withExtendedLifetime(endpoint) {}
  }

  @MainActor @Test(arguments: [1, 2, 3, 20])
  func `of many tasks that wait, those that are not cancelled send in their order`(_ kept: Int) async throws {
    let endpoint = bounded(.oldest(1))
    queue.suspend()
    input.send(0)
    let input = self.input
    let calls = Guarded(0)
    let tasks = (1...40).map { number in
      Task {
        calls.change { $0 += 1 }
        return try await input.sendWhenReady(number)
      }
    }
    while calls.change({ $0 }) < 40 { await letOthersGoOn() }
    let others = tasks.enumerated().filter { $0.offset % 20 >= kept }
    for (_, task) in others.reversed() { task.cancel() }
    for (_, task) in others { await #expect(throws: CancellationError.self) { try await task.value } }
    queue.resume()
    let expected = [0] + (1...40).filter { ($0 - 1) % 20 < kept }
    await until { log.entries.count == expected.count }
    expect(log.entries, equals: expected)
    for (number, task) in tasks.enumerated() where number % 20 < kept { expect(try await task.value != .ended) }
    withExtendedLifetime(endpoint) {}
  }

  @MainActor @Test(arguments: [End.finished, .failed(Failure("e"))])
  func `an end of the input lets the waiting task go on (C5)`(_ end: End) async throws {
    let endpoint = bounded(.oldest(1))
    queue.suspend()
    input.send(0)
    let input = self.input
    let calls = Guarded(false)
    let sender = Task {
      calls.change { $0 = true }
      return try await input.sendWhenReady(1)
    }
    while !calls.change({ $0 }) { await letOthersGoOn() }
    input.send(.end(end))
    expect(try await sender.value, equals: .ended)
    expect(try await input.sendWhenReady(2), equals: .ended)
    queue.resume()
    queue.settle()
    expect(log.entries, equals: [0])
    withExtendedLifetime(endpoint) {}
  }

  @MainActor @Test func `a subscriber that leaves is not waited for`() async throws {
    let endpoint = bounded(.oldest(1))
    queue.suspend()
    input.send(0)
    let input = self.input
    let calls = Guarded(false)
    let sender = Task {
      calls.change { $0 = true }
      return try await input.sendWhenReady(1)
    }
    while !calls.change({ $0 }) { await letOthersGoOn() }
    endpoint.cancel()
    // As above, the cancelling thread may still be the owner.
    expect(try await sender.value != .ended)
    queue.resume()
    queue.settle()
    expect(log.entries, equals: [])
  }

  @Test @MainActor func `on the main actor, an idle input delivers inline (C5, C9)`() async throws {
    let handled = Log<Int>()
    let endpoint = input.subscribeValues { @MainActor value in
      MainActor.assertIsolated()
      handled.append(value)
    }
    try await input.sendWhenReady(1)
    expect(handled.entries, equals: [1])
    withExtendedLifetime(endpoint) {}
  }
}
