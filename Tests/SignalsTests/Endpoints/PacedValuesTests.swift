import Dispatch
import Signals
import SignalsTesting
import Testing

@Suite("values(ahead:)", .leavesNothing) struct PacedValuesTests {
  private let input = SignalInput<Int>()
  private let log = Log<String>()

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

  /// Waits until `condition` is true, and leaves the pool of tasks to others meanwhile.
  private func until(isolation: isolated (any Actor)? = #isolation, _ condition: () -> Bool) async {
    for _ in 0..<100_000 where !condition() { await letOthersGoOn() }
  }

  /// Gives other threads the time to go further than they may.
  private func aWhile(isolation: isolated (any Actor)? = #isolation) async {
    for _ in 0..<20 { await letOthersGoOn() }
  }

  @Test func `all values, then the end of the loop, or the failure`() async {
    for count in [1, 2, 10] {
      expect(await Self.history(of: Signal.from(1...5).values(ahead: count)), equals: ["1", "2", "3", "4", "5", "|"])
      expect(await Self.history(of: Signal.empty().values(ahead: count)), equals: ["|"])
      expect(
        await Self.history(of: Signal.of(1, 2, -1).map(checked).values(ahead: count)), equals: ["1", "2", "#negative"])
    }
  }

  @Test(arguments: [1, 3]) func `a sequence makes its next element when there is room (C5)`(_ count: Int) async throws {
    let made = Log<Int>()
    let signal = Signal.from(0...).map { value in
      made.append(value)
      return value
    }.filter { _ in true }.scan(0) { $1 }
    var iterator = signal.values(ahead: count).makeAsyncIterator()
    expect(made.entries.count, equals: count)
    for number in 0..<10 {
      await aWhile()
      expect(made.entries.count, equals: number + count)
      expect(try await iterator.next(), equals: number)
      await until { made.entries.count == number + count + 1 }
    }
  }

  enum Observing: CaseIterable {
    case log, onCancel, both

    func of(_ signal: Signal<Int>) -> Signal<Int> {
      switch self {
      case .log: signal.log(to: { _ in })
      case .onCancel: signal.handleEvents(onCancel: {})
      case .both: signal.log(to: { _ in }).map { $0 }.handleEvents(onCancel: {}).log(to: { _ in })
      }
    }
  }

  @Test(arguments: Observing.allCases)
  func `operators that only observe hold a sequence, and the closure of generate (C5)`(_ form: Observing) async throws {
    let made = Log<Int>()
    let signal = form.of(
      Signal.from(0...).map { value in
        made.append(value)
        return value
      })
    var iterator = signal.values(ahead: 2).makeAsyncIterator()
    for number in 0..<10 {
      expect(try await iterator.next(), equals: number)
      await until { made.entries.count == number + 3 }
      await aWhile()
      expect(made.entries.count, equals: number + 3)
    }
    let generated = Log<Int>()
    for try await value in form.of(
      Signal.generate { emitter in
        var number = 0
        while emitter.send(number) != .ended {
          generated.append(number)
          number += 1
        }
      }
    ).values(ahead: 1) where value == 3 { break }
    await aWhile()
    // Some more are made while the cancellation is on its way. A source that isn't held makes a thousand before the loop begins.
    expect(generated.entries.count < 100)
  }

  @Test func `a shared source below an observing operator delays no other subscriber`() async throws {
    let shared = Signal.from(0..<10).shared()
    let received = Log<Int>()
    // The loop starts the source, and the other subscriber comes within its first value.
    let bag = CancellableBag()
    let values = shared.handleEvents(onValue: { [received] value in
      if value == 0 { shared.subscribeValues { received.append($0) }.store(in: bag) }
    }).log(to: { _ in }).values(ahead: 1)
    var iterator = values.makeAsyncIterator()
    await until { received.entries.last == 9 }
    expect(received.entries.last, equals: 9)
    expect(try await iterator.next(), equals: 0)
    bag.cancel()
  }

  @Test func `without a limit nothing is held`() async {
    expect(await Self.history(of: Signal.from(1...3).values(ahead: .max)), equals: ["1", "2", "3", "|"])
  }

  @Test func `a loop over an endless sequence that can't be held begins, and ends the sequence`() async throws {
    let signal = Signal.from(0...).keeping("sequence", log).retry(1)
    for try await value in signal.values(ahead: 1) where value == 5 { break }
    await until { !log.entries.isEmpty }
    expect(log.entries, equals: ["sequence released"])
  }

  @Test func `an endless sequence stops when the loop is left (C6, C8)`() async throws {
    for try await value in Signal.from(0...).keeping("sequence", log).values(ahead: 2) where value == 5 { break }
    await until { !log.entries.isEmpty }
    expect(log.entries, equals: ["sequence released"])
  }

  @Test func `an iterator without a consumer releases the sequence (C8)`() async {
    var iterator: (any AsyncIteratorProtocol)? = Signal.from(0...).keeping("sequence", log).values(ahead: 1)
      .makeAsyncIterator()
    await aWhile()
    expect(log.entries, equals: [])
    _ = iterator
    iterator = nil
    await until { !log.entries.isEmpty }
    expect(log.entries, equals: ["sequence released"])
  }

  @Test func `a send in the closure of generate returns when there is room, or the subscription is over`() async throws
  {
    let results = Log<SendResult>()
    let signal = Signal<Int>.generate { emitter in
      for number in 0..<4 { results.append(emitter.send(number)) }
    }
    var iterator = Optional(signal.values(ahead: 1).makeAsyncIterator())
    await aWhile()
    expect(results.entries, equals: [])
    expect(try await iterator?.next(), equals: 0)
    await until { results.entries.count == 1 }
    await aWhile()
    expect(results.entries, equals: [.delivered])
    iterator = nil
    await until { results.entries.count == 4 }
    expect(results.entries, equals: [.delivered, .delivered, .ended, .ended])
  }

  @Test(arguments: [1, 3]) func `a task that sends when ready waits for the loop (C5)`(_ count: Int) async throws {
    var iterator = input.map { $0 }.values(ahead: count).makeAsyncIterator()
    let sent = Guarded(0)
    let sender = Task { [input] in
      for value in 0..<10 {
        try await input.sendWhenReady(value)
        sent.change { $0 += 1 }
      }
      input.finish()
    }
    for number in 0..<10 {
      await until { sent.change { $0 } == min(number + count, 10) }
      await aWhile()
      expect(sent.change { $0 }, equals: min(number + count, 10))
      expect(try await iterator.next(), equals: number)
    }
    try await sender.value
    expect(try await iterator.next() == nil)
  }

  @Test func `a sender that waits goes on when the loop is left`() async throws {
    var iterator: (any AsyncIteratorProtocol)? = input.values(ahead: 1).makeAsyncIterator()
    try await input.sendWhenReady(1)
    let sender = Task { [input] in try await input.sendWhenReady(2) }
    await aWhile()
    _ = iterator
    iterator = nil
    _ = try await sender.value
  }

  @Test func `a value that can't wait is kept, and its sender isn't held (C5)`() async throws {
    let values = input.values(ahead: 1)
    var iterator = values.makeAsyncIterator()
    for value in 0..<1_000 { expect(input.send(value), equals: .delivered) }
    input.finish()
    for value in 0..<1_000 { expect(try await iterator.next(), equals: value) }
    expect(try await iterator.next() == nil)
  }

  @Test func `values that a source replays delay no sender (C12)`() async throws {
    let replayed = input.playback()
    for value in 0..<10 { input.send(value) }
    var iterator = replayed.values(ahead: 1).makeAsyncIterator()
    expect(input.send(10), equals: .delivered)
    let flat = Recorder(replayed)
    expect(flat.values, equals: Array(0...10))
    for value in 0...10 { expect(try await iterator.next(), equals: value) }
  }

  @Test func `operators of several signals delay no sender`() async throws {
    let log = Log<Int>()
    let signal = Signal.from(0..<5).flatMap(.concat) { value in
      log.append(value)
      return .just(value)
    }
    let values = signal.values(ahead: 1)
    var iterator = values.makeAsyncIterator()
    expect(log.entries, equals: [0, 1, 2, 3, 4])
    for value in 0..<5 { expect(try await iterator.next(), equals: value) }
  }

  @Test func `a task that is cancelled while it waits ends the loop without an error (C6)`() async {
    let source = counted(input, log)
    let task = Task { await Self.history(of: source.values(ahead: 1)) }
    await until { log.entries == ["subscribed"] }
    input.send(1)
    await aWhile()
    task.cancel()
    expect(await task.value.last, equals: "|")
    await until { log.entries.count == 2 }
    expect(log.entries, equals: ["subscribed", "subscription released"])
  }

  @Test func `values that wait are released with the iterator (C8)`() async {
    let input = SignalInput<Tracked>()
    var iterator: (any AsyncIteratorProtocol)? = input.values(ahead: 1).makeAsyncIterator()
    input.send(Tracked("value", log))
    expect(log.entries, equals: [])
    _ = iterator
    iterator = nil
    expect(log.entries, equals: ["value released"])
  }

  @Test func `each loop is a subscription of its own, which has begun when the iterator is there (C2)`() async throws {
    let values = input.values(ahead: 1)
    var one = values.makeAsyncIterator()
    input.send(1)
    var two = values.makeAsyncIterator()
    input.send(2)
    expect(try await one.next(), equals: 1)
    expect(try await one.next(), equals: 2)
    expect(try await two.next(), equals: 2)
  }
}
