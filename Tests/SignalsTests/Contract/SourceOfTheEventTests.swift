import Signals
import SignalsTesting
import Testing

/// C10 and C12: an operator subscribes to the source whose event it is handling. It can't receive the value within that
/// call, and the value belongs to the turn of the event all the same.
@Suite("C10 Subscribing to the source of the event", .leavesNothing) struct SourceOfTheEventTests {
  static let sources: [(name: String, make: @Sendable (Signal<Int>) -> Signal<Int>)] = [
    ("continuous", { $0.continuous() }), ("playback", { $0.playback() }),
    ("shared(replaying: 1)", { $0.shared(replaying: 1) }),
    ("shared below a join", { combineLatest($0, $0.map { $0 * 10 }) { $1 - 9 * $0 }.shared(replaying: 1) }),
  ]

  static let operators: [(name: String, apply: @Sendable (Signal<Int>) -> Signal<Int>)] = [
    ("flatMap", { source in source.flatMap(.latest) { _ in source } }),
    ("switchToLatest", { source in source.map { _ in source }.switchToLatest() }),
    ("append", { source in source.prefix(while: { $0 < 2 }).append(source) }),
    (
      "catch",
      { source in
        source.map { value in
          if value == 2 { throw Failure() }
          return value
        }.catch { _ in source }
      }
    ),
    ("flatMap below a join", { source in combineLatest(source, source).flatMap(.latest) { _ in source } }),
    (
      "flatMap to a join",
      { source in source.flatMap(.latest) { _ in combineLatest(source, source) { ($0 + $1) / 2 } } }
    ),
  ]

  /// What a join of a source and of an operator's output emits for three values.
  private func history(
    of source: (Signal<Int>) -> Signal<Int>, _ join: (Signal<Int>) -> Signal<String>, sending values: [Int] = [1, 2, 3]
  ) -> [String] {
    let input = SignalInput<Int>()
    let recorder = Recorder(join(source(input.signal)))
    for value in values { input.send(value) }
    return recorder.values
  }

  @Test(arguments: sources.map(\.name), operators.map(\.name))
  func `a join emits once for each event`(_ source: String, _ name: String) throws {
    let make = try #require(Self.sources.first { $0.name == source }).make
    let apply = try #require(Self.operators.first { $0.name == name }).apply
    let expected = ["1/1", "2/2", "3/3"]
    expect(history(of: make) { combineLatest($0, apply($0)) { "\($0)/\($1)" } }, equals: expected)
    expect(history(of: make) { combineLatest(apply($0), $0) { "\($0)/\($1)" } }, equals: expected)
    expect(history(of: make) { $0.withLatest(from: apply($0)).map { "\($0.0)/\($0.1)" } }, equals: expected)
    expect(
      history(of: make) { source in
        combineLatest(combineLatest(source, apply(source)) { $0 * 10 + $1 }, source.map { $0 }) { "\($0)/\($1)" }
      }, equals: ["11/1", "22/2", "33/3"])
  }

  @Test(arguments: sources.map(\.name))
  func `a transaction around the event settles after it`(_ name: String) throws {
    let make = try #require(Self.sources.first { $0.name == name }).make
    let input = SignalInput<Int>()
    let source = make(input.signal)
    let recorder = Recorder(combineLatest(source, source.flatMap(.latest) { _ in source }) { "\($0)/\($1)" })
    input.send(1)
    transaction {
      input.send(2)
      input.send(3)
      expect(recorder.values, equals: ["1/1"])
    }
    expect(recorder.values, equals: ["1/1", "3/3"])
  }

  @Test(arguments: sources.map(\.name))
  func `an operator of another source that the handler sends to receives the value in the turn of the event`(
    _ name: String
  ) throws {
    let make = try #require(Self.sources.first { $0.name == name }).make
    let (input, other) = (SignalInput<Int>(), SignalInput<Int>())
    let source = make(input.signal)
    let sender = source.subscribeValues { other.send($0) }
    let recorder = Recorder(combineLatest(source, other.signal.flatMap(.latest) { _ in source }) { "\($0)/\($1)" })
    for value in 1...3 { input.send(value) }
    expect(recorder.values, equals: ["1/1", "2/2", "3/3"])
    withExtendedLifetime(sender) {}
  }

  @Test(arguments: sources.map(\.name))
  func `a program that subscribes in the handler receives the value in a turn of its own`(_ name: String) throws {
    let make = try #require(Self.sources.first { $0.name == name }).make
    let input = SignalInput<Int>()
    let source = make(input.signal)
    let log = Log<String>()
    let bag = CancellableBag()
    source.subscribeValues { value in
      guard value == 2 else { return }
      combineLatest(source.filter { $0 > 1 }, .just("x")) { "\($0)\($1)" }
        .subscribeValues { log.append($0) }.store(in: bag)
      log.append("subscribed")
    }.store(in: bag)
    for value in 1...3 { input.send(value) }
    expect(log.entries, equals: ["subscribed", "2x", "3x"])
    bag.cancel()
  }

  @Test func `a cancellation before the value arrives lets the turn settle`() {
    let input = SignalInput<Int>()
    let source = input.signal.continuous()
    let bag = CancellableBag()
    let joined = Recorder(combineLatest(source, source.map { -$0 }) { "\($0)/\($1)" })
    let log = Log<String>()
    source.flatMap(.latest) { value in
      source.handleEvents(onSubscribe: { if value == 2 { bag.cancel() } })
    }.subscribeValues { log.append("\($0)") }.store(in: bag)
    for value in 1...3 { input.send(value) }
    expect(log.entries, equals: ["1"])
    expect(joined.values, equals: ["1/-1", "2/-2", "3/-3"])
  }

  // The transaction ends before the event does, and with it its turn.
  @Test func `an operator subscribes to the source in a transaction of a handler`() {
    let (input, other) = (SignalInput<Int>(), SignalInput<Int>())
    let source = input.signal.shared(replaying: 1)
    let found = Recorder(other.flatMap(.latest) { _ in source })
    let handler = source.subscribeValues { value in
      if value == 2 { transaction { other.send(0) } }
    }
    let joined = Recorder(combineLatest(source, source) { "\($0)/\($1)" })
    for value in 1...3 { input.send(value) }
    expect(joined.values, equals: ["1/1", "2/2", "3/3"])
    expect(found.values, equals: [2, 3])
    withExtendedLifetime(handler) {}
  }
}
