import Dispatch
import Signals
import SignalsTesting
import Testing

@Suite("values", .leavesNothing) struct ValuesTests {
  /// Everything that a loop over the values sees.
  private static func history(of values: some AsyncSequence<Int, any Error>) async -> [String] {
    var history: [String] = []
    do {
      for try await value in values { history.append("\(value)") }
      history.append("|")
    } catch {
      history.append("#\(error)")
    }
    return history
  }

  @Test func `the values, then the end of the loop`() async {
    expect(await Self.history(of: Signal.of(1, 2, 3).values), equals: ["1", "2", "3", "|"])
    expect(await Self.history(of: Signal.empty().values), equals: ["|"])
  }

  @Test func `a failure is thrown, after the values that came before it, and then it is over`() async throws {
    let input = SignalInput<Int>()
    var iterator = input.signal.values.makeAsyncIterator()
    input.send(1)
    input.fail(Failure("e"))
    expect(try await iterator.next(), equals: 1)
    await #expect(throws: Failure("e")) { try await iterator.next() }
    expect(try await iterator.next() == nil)
  }

  @Test func `each loop is a subscription of its own, which begins with the loop`() async {
    let log = Log<String>()
    let values = counted(Signal.of(1, 2), log).values
    expect(log.entries, equals: [])
    expect(await Self.history(of: values), equals: ["1", "2", "|"])
    expect(await Self.history(of: values), equals: ["1", "2", "|"])
    expect(log.entries, equals: ["subscribed", "subscription released", "subscribed", "subscription released"])
  }

  @Test func `leaving the loop cancels the subscription`() async throws {
    let input = SignalInput<Int>()
    let log = Log<String>()
    let shared = counted(input, log).shared(replaying: 1)
    let first = Recorder(shared)
    input.send(1)
    for try await value in shared.values {
      expect(value, equals: 1)
      first.cancel()
      break
    }
    expect(log.entries, equals: ["subscribed", "subscription released"])
  }

  @Test func `a value without a waiting consumer is buffered, as the policy says`() async throws {
    let input = SignalInput<Int>()
    var all = input.signal.values.makeAsyncIterator()
    var newest = input.signal.values(buffering: .newest(2)).makeAsyncIterator()
    var oldest = input.signal.values(buffering: .oldest(2)).makeAsyncIterator()
    for value in 1...4 { input.send(value) }
    input.finish()
    var seen: [[Int]] = [[], [], []]
    while let value = try await all.next() { seen[0].append(value) }
    while let value = try await newest.next() { seen[1].append(value) }
    while let value = try await oldest.next() { seen[2].append(value) }
    expect(seen, equals: [[1, 2, 3, 4], [3, 4], [1, 2]])
    expect(try await all.next() == nil)
  }

  @Test func `cancelling the task that waits ends its loop and the subscription`() async {
    let input = SignalInput<Int>()
    let log = Log<String>()
    let values = counted(input, log).values
    let task = Task { await Self.history(of: values) }
    while log.entries.isEmpty { await letOthersGoOn() }
    task.cancel()
    expect(await task.value, equals: ["|"])
    expect(log.entries, equals: ["subscribed", "subscription released"])
    withExtendedLifetime(input) {}
  }

  @Test func `a task that is cancelled already gets nothing, though values wait`() async {
    let task = Task {
      while !Task.isCancelled { await letOthersGoOn() }
      return await Self.history(of: Signal.of(1, 2).values)
    }
    task.cancel()
    expect(await task.value, equals: ["|"])
  }

  @Test func `buffered values are released when the task is cancelled`() async throws {
    let input = SignalInput<Tracked>()
    let log = Log<String>()
    let begun = Log<String>()
    let values = input.signal.values
    let task = Task {
      var iterator = values.makeAsyncIterator()
      begun.append("begun")
      while !Task.isCancelled { await letOthersGoOn() }
      let value = try await iterator.next()
      expect(value == nil)
      return log.entries
    }
    while begun.entries.isEmpty { await letOthersGoOn() }
    input.send(Tracked("1", log))
    input.send(Tracked("2", log))
    task.cancel()
    expect(try await task.value, equals: ["1 released", "2 released"])
  }

  @Test @MainActor func `a loop on the main actor stays there`() async throws {
    var count = 0
    for try await value in Signal.of(1, 2).values {
      MainActor.assertIsolated()
      count += value
    }
    expect(count, equals: 3)
  }

  @Test func `the first value, and no more of the signal`() async throws {
    expect(try await Signal.from(1...).firstValue(), equals: 1)
    let input = SignalInput<Int>()
    let log = Log<String>()
    let signal = counted(input, log)
    let stop = AtomicWord(0)
    let sender = startThread {
      waitUntil {
        input.send(7)
        return stop.value != 0
      }
    }
    expect(try await signal.firstValue(), equals: 7)
    stop.set(1)
    sender.wait()
    expect(log.entries, equals: ["subscribed", "subscription released"])
  }

  @Test func `without a first value there is an error`() async {
    await #expect(throws: NoValueError()) { try await Signal<Int>.empty().firstValue() }
    await #expect(throws: Failure("e")) { try await Signal<Int>.failed(Failure("e")).firstValue() }
  }

  @Test func `waiting for the first value can be cancelled`() async {
    let log = Log<String>()
    let signal = counted(Signal<Int>.never(), log)
    let task = Task { try await signal.firstValue() }
    while log.entries.isEmpty { await letOthersGoOn() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `the first value that matches ends the subscription`() async throws {
    let log = Log<String>()
    expect(try await counted(Signal.of(1, 2, 3, 4), log).firstValue { $0 > 2 }, equals: 3)
    expect(log.entries, equals: ["subscribed", "subscription released"])
    expect(try await Signal.of(1, 2).firstValue(where: { $0 == 2 }), equals: 2)
  }

  @Test func `without a value that matches there is an error`() async {
    await #expect(throws: NoValueError()) { try await Signal.of(1, 2).firstValue { $0 > 2 } }
    await #expect(throws: Failure("e")) {
      try await concat(.of(1), .failed(Failure("e"))).firstValue { $0 > 2 }
    }
    await #expect(throws: Failure("negative")) { try await Signal.of(1, -1, 5).firstValue { try checked($0) > 2 } }
  }

  @Test func `waiting for a value that matches can be cancelled`() async {
    let log = Log<String>()
    let signal = counted(concat(Signal.of(1), .never()), log)
    let task = Task { try await signal.firstValue { $0 > 2 } }
    while log.entries.isEmpty { await letOthersGoOn() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
