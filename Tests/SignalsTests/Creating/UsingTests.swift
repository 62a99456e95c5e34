import Signals
import SignalsTesting
import Testing

@Suite("using", .leavesNothing) struct UsingTests {
  private static func using(_ signal: Signal<Int>, _ log: Log<String>) -> Signal<Int> {
    Signal.using {
      log.append("made")
      return 7
    } signal: { resource in
      signal.map { $0 * resource }
    } release: { resource in
      log.append("released \(resource)")
    }
  }

  private static func record(_ signal: Signal<Int>, _ log: Log<String>) -> Endpoint {
    signal.subscribe { event in
      switch event {
      case .value(let value): log.append("\(value)")
      case .end(.finished): log.append("|")
      case .end(.failed(let error)): log.append("#\(error)")
      }
    }
  }

  @Test func `the resource is made for each subscription, and released after the end`() {
    let log = Log<String>()
    let using = Self.using(.of(1, 2), log)
    expect(log.entries, equals: [])
    let history = ["made", "7", "14", "|", "released 7"]
    let first = Self.record(using, log)
    expect(log.entries, equals: history)
    let second = Self.record(using, log)
    expect(log.entries, equals: history + history)
    withExtendedLifetime((first, second)) {}
  }

  @Test func `the resource is released after a failure, and at a cancel`() {
    let input = SignalInput<Int>()
    let log = Log<String>()
    let first = Self.record(Self.using(input.signal, log), log)
    first.cancel()
    expect(log.entries, equals: ["made", "released 7"])
    let second = Self.record(Self.using(input.signal, log), log)
    input.fail(Failure("e"))
    expect(log.entries, equals: ["made", "released 7", "made", "#e", "released 7"])
    withExtendedLifetime(second) {}
  }

  private struct Continuation: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let end: End
    let apply: @Sendable (Signal<Int>) -> Signal<Int>

    init(_ name: String, _ end: End, _ apply: @escaping @Sendable (Signal<Int>) -> Signal<Int>) {
      (testDescription, self.end, self.apply) = (name, end, apply)
    }
  }

  /// Operators that go on with another signal, or with the same one again, when one has ended.
  private static let continuations = [
    Continuation("concat", .finished) { concat($0, $0) },
    Continuation("append", .finished) { $0.append($0) },
    Continuation("flatMap(.concat)", .finished) { one in Signal.of(1, 2).flatMap(.concat) { _ in one } },
    Continuation("repeat", .finished) { $0.repeat(2) },
    Continuation("ifEmpty", .finished) { $0.ifEmpty(switchTo: $0) },
    Continuation("retry", .failed(Failure("e"))) { $0.retry(1) },
    Continuation("catch", .failed(Failure("e"))) { one in one.catch { _ in one } },
  ]

  @Test(arguments: continuations, [false, true])
  private func `an operator that goes on with another signal finds the resource released (C8)`(
    _ continuation: Continuation, endsLater: Bool
  ) {
    let (log, ends) = (Log<String>(), SignalInput<End>())
    let end = continuation.end
    let source = endsLater ? ends.signal : .just(end)
    let using = Self.using(source.prefix(1).flatMap { $0.asSignal }, log)
    let endpoint = continuation.apply(using).subscribe { _ in }
    if endsLater { for _ in 0..<2 { ends.send(end) } }
    expect(log.entries, equals: ["made", "released 7", "made", "released 7"])
    expect(!endpoint.isActive)
  }

  @Test func `the resource is released when the downstream operator has had enough, or fails`() {
    let log = Log<String>()
    let first = Self.record(Self.using(.from(1...), log).prefix(2), log)
    expect(log.entries, equals: ["made", "7", "14", "|", "released 7"])
    let second = Self.record(
      Self.using(.from(1...), log).map { if $0 > 7 { throw Failure("e") } else { $0 } }, log)
    expect(log.entries.dropFirst(5), equals: ["made", "7", "#e", "released 7"])
    withExtendedLifetime((first, second)) {}
  }

  @Test func `a resource that can't be made fails, and is not released`() {
    let log = Log<String>()
    let signal = Signal<Int>.using {
      throw Failure("e")
    } signal: {
      .just(1)
    } release: {
      log.append("released")
    }
    expect(Recorder(signal).history, equals: ["#e"])
    expect(log.entries, equals: [])
  }

  @Test func `a signal that can't be made fails, and the resource is released`() {
    let log = Log<String>()
    let signal = Signal<Int>.using {
      7
    } signal: { _ in
      throw Failure("e")
    } release: { resource in
      log.append("released \(resource)")
    }
    expect(Recorder(signal).history, equals: ["#e"])
    expect(log.entries, equals: ["released 7"])
  }
}

extension End {
  /// A signal that ends in this way at once.
  fileprivate var asSignal: Signal<Int> { if case .failed(let error) = self { .failed(error) } else { .empty() } }
}
