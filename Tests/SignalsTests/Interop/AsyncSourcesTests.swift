import Signals
import SignalsTesting
import Testing

@Suite("Asynchronous sources", .leavesNothing) struct AsyncSourcesTests {
  /// Records, and waits for the end without holding up a thread of the pool.
  private static func history<Value: Sendable>(_ signal: Signal<Value>) async -> [String] {
    let log = Log<String>()
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    let endpoint = signal.subscribe { event in
      log.append("\(event)")
      if case .end = event { end.finish() }
    }
    for await _ in ends {}
    withExtendedLifetime(endpoint) {}
    return log.entries
  }

  /// Waits until something has happened.
  private static func wait(for log: Log<String>, _ entry: String) async {
    while !log.entries.contains(entry) { await letOthersGoOn() }
  }

  @Test func `the elements of an asynchronous sequence, then the finish, anew for each subscription`() async {
    let elements = AsyncStream { continuation in
      for value in 1...3 { continuation.yield(value) }
      continuation.finish()
    }
    expect(await Self.history(.from(async: elements)), equals: ["value(1)", "value(2)", "value(3)", "finished"])
    let mapped = [1, 2].asynchronous.map { $0 * 2 }
    let signal = Signal<Int>.from(async: mapped)
    expect(await Self.history(signal), equals: ["value(2)", "value(4)", "finished"])
    expect(await Self.history(signal), equals: ["value(2)", "value(4)", "finished"])
  }

  @Test func `an error of the sequence fails the signal`() async {
    let elements = AsyncThrowingStream<Int, any Error> { continuation in
      continuation.yield(1)
      continuation.finish(throwing: Failure("e"))
    }
    expect(await Self.history(.from(async: elements)), equals: ["value(1)", "failed(e)"])
  }

  @Test func `cancelling the subscription cancels the task that iterates`() async {
    let log = Log<String>()
    let elements = AsyncStream<Int> { continuation in
      continuation.onTermination = { reason in
        if case .cancelled = reason { log.append("cancelled") }
      }
    }
    let recorder = Recorder(Signal.from(async: elements))
    recorder.cancel()
    await Self.wait(for: log, "cancelled")
    expect(recorder.history, equals: [])
  }

  @Test func `a sequence without end is left when no subscriber wants more`() async {
    let signal = Signal.from(async: sequence(first: 1) { $0 + 1 }.prefix(1_000_000).asynchronous).prefix(2)
    expect(await Self.history(signal), equals: ["value(1)", "value(2)", "finished"])
  }

  @Test func `an asynchronous closure gives one value and the finish, anew for each subscription`() async {
    let log = Log<String>()
    let signal = Signal.async {
      log.append("called")
      return 7
    }
    expect(log.entries, equals: [])
    expect(await Self.history(signal), equals: ["value(7)", "finished"])
    expect(await Self.history(signal), equals: ["value(7)", "finished"])
    expect(log.entries, equals: ["called", "called"])
  }

  @Test func `an asynchronous closure that throws fails the signal`() async {
    expect(await Self.history(Signal<Int>.async { throw Failure("e") }), equals: ["failed(e)"])
  }

  @Test func `cancelling the subscription cancels the closure's task`() async {
    let log = Log<String>()
    let signal = Signal<Int>.async {
      log.append("begun")
      while !Task.isCancelled { await letOthersGoOn() }
      log.append("cancelled")
      return 1
    }
    let recorder = Recorder(signal)
    await Self.wait(for: log, "begun")
    recorder.cancel()
    await Self.wait(for: log, "cancelled")
    expect(recorder.history, equals: [])
  }
}

extension Sequence where Self: Sendable, Element: Sendable {
  /// The same, as an asynchronous sequence.
  var asynchronous: AsyncElements<Self> { AsyncElements(base: self) }
}

struct AsyncElements<Base: Sequence & Sendable>: AsyncSequence, Sendable where Base.Element: Sendable {
  let base: Base

  struct AsyncIterator: AsyncIteratorProtocol {
    var base: Base.Iterator

    mutating func next() async -> Base.Element? {
      await Task.yield()
      return base.next()
    }
  }

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(base: base.makeIterator()) }
}
