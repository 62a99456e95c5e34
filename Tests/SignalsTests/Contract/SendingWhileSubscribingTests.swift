import Signals
import SignalsTesting
import Testing

/// C5, C10 and C11: while an operator subscribes to an inner signal in the course of an event, the values of that signal
/// belong to the turn of the event, and sends of the program's closures to other sources make turns of their own.
@Suite("C10 Sending while a signal is being subscribed to", .leavesNothing) struct SendingWhileSubscribingTests {
  /// The closures that run while an operator subscribes to an inner signal.
  enum Place: CaseIterable {
    case deferred, onSubscribe, onValue, onEnd, map, filter, generate, generateAfterAValue, flatMap, recovery, resource
    case deferredBelowShared, mapBelowShared, mapBelowJoin, sequence

    /// A signal whose closure calls `act` once.
    func signal(_ act: @escaping @Sendable () -> Void) -> Signal<Int> {
      let zero = Signal.just(0)
      let deferred = Signal.deferred {
        act()
        return zero
      }
      let mapped = zero.map { value in
        act()
        return value
      }
      switch self {
      case .deferred: return deferred
      case .onSubscribe: return zero.handleEvents(onSubscribe: act)
      case .onValue: return zero.handleEvents(onValue: { _ in act() })
      case .onEnd: return zero.handleEvents(onEnd: { _ in act() })
      case .map: return mapped
      case .filter:
        return zero.filter { _ in
          act()
          return false
        }
      case .generate:
        return Signal.generate { emitter in
          act()
          emitter.send(0)
        }
      case .generateAfterAValue:
        return Signal.generate { emitter in
          emitter.send(0)
          act()
        }
      case .flatMap:
        return zero.flatMap { value in
          act()
          return .just(value)
        }
      case .recovery:
        return Signal.failed(Failure()).catch { _ in
          act()
          return zero
        }
      case .resource: return Signal.using(act, signal: { zero }, release: {})
      case .deferredBelowShared: return deferred.shared()
      case .mapBelowShared: return mapped.shared(replaying: 1)
      case .mapBelowJoin:
        return Signals.combineLatest(zero, zero).map { value, _ in
          act()
          return value
        }
      case .sequence: return Signal.from(ActingSequence(act: act))
      }
    }
  }

  /// A sequence of a zero whose iterator calls a closure first.
  struct ActingSequence: Sequence, Sendable {
    let act: @Sendable () -> Void

    func makeIterator() -> CollectionOfOne<Int>.Iterator {
      act()
      return CollectionOfOne(0).makeIterator()
    }
  }

  let a = SignalInput<Int>()
  let b = SignalInput<Int>()

  /// Records what a join of the two inputs emits.
  private func recorder() -> Recorder<(Int, Int)> { Recorder(combineLatest(a.signal, b.signal)) }

  /// Has an operator subscribe to `inner` in the course of an event. Releasing the endpoint ends that.
  @discardableResult
  private func subscribe(_ subscribing: SubscribingOperator, to inner: Signal<Int>) -> Endpoint {
    let input = SignalInput<Int>()
    let endpoint = subscribing.joining(input.signal, inner).subscribeValues { _ in }
    subscribing.trigger(input)
    return endpoint
  }

  // MARK: - Other sources

  @Test func `a flag that is set during a subscription shows both of its values (C10)`() {
    let input = SignalInput<Int>()
    let loading = SignalInput<Bool>()
    let other = SignalInput<Int>()
    let recorder = Recorder(combineLatest(loading.signal, other.signal))
    let endpoint = input.signal.flatMap(.latest) { value in
      Signal.just(value).handleEvents(onSubscribe: { loading.send(true) }, onEnd: { _ in loading.send(false) })
    }.subscribeValues { _ in }
    other.send(0)
    input.send(1)
    expect(recorder.history, equals: ["(true, 0)", "(false, 0)"])
    input.send(2)
    expect(recorder.history, equals: ["(true, 0)", "(false, 0)", "(true, 0)", "(false, 0)"])
    withExtendedLifetime(endpoint) {}
  }

  @Test(arguments: SubscribingOperator.allCases, Place.allCases)
  func `two sends of a closure make two turns, and each has been delivered when send returns (C5, C10)`(
    _ subscribing: SubscribingOperator, _ place: Place
  ) {
    let recorder = recorder()
    let log = Log<[String]>()
    b.send(0)
    subscribe(
      subscribing,
      to: place.signal { [a, b] in
        a.send(1)
        log.append(recorder.history)
        b.send(2)
        log.append(recorder.history)
      })
    expect(log.entries, equals: [["(1, 0)"], ["(1, 0)", "(1, 2)"]])
    expect(recorder.history, equals: ["(1, 0)", "(1, 2)"])
  }

  @Test(arguments: SubscribingOperator.allCases, Place.allCases)
  func `a transaction in a closure settles when it is over (C11)`(_ subscribing: SubscribingOperator, _ place: Place) {
    let recorder = recorder()
    let log = Log<[String]>()
    b.send(0)
    subscribe(
      subscribing,
      to: place.signal { [a, b] in
        transaction {
          a.send(1)
          b.send(2)
          log.append(recorder.history)
        }
        log.append(recorder.history)
      })
    expect(log.entries, equals: [[], ["(1, 2)"]])
    expect(recorder.history, equals: ["(1, 2)"])
  }

  @Test(arguments: SubscribingOperator.allCases, Place.allCases.filter { $0 != .mapBelowJoin })
  func `a closure's send in a transaction around the event belongs to that transaction (C11)`(
    _ subscribing: SubscribingOperator, _ place: Place
  ) {
    let recorder = recorder()
    b.send(0)
    let inner = place.signal { [a, b] in
      a.send(1)
      transaction {
        a.send(2)
        b.send(3)
      }
    }
    transaction {
      subscribe(subscribing, to: inner)
      expect(recorder.history, equals: [])
    }
    expect(recorder.history, equals: ["(2, 3)"])
  }

  @Test(arguments: SubscribingOperator.allCases)
  func `a send of a closure below an inner join while a transaction settles makes turns of its own (C11)`(
    _ subscribing: SubscribingOperator
  ) {
    let recorder = recorder()
    b.send(0)
    let inner = Place.mapBelowJoin.signal { [a, b] in
      a.send(1)
      transaction {
        a.send(2)
        b.send(3)
      }
    }
    let endpoint = transaction { subscribe(subscribing, to: inner) }
    expect(recorder.history, equals: ["(1, 0)", "(2, 3)"])
    withExtendedLifetime(endpoint) {}
  }

  @Test func `a turn within the turn of the event shows the values settled before the event (C10)`() {
    let input = SignalInput<Int>()
    let status = SignalInput<Int>()
    let loaded = input.signal.flatMap(.latest) { value in
      Signal.just(-value).handleEvents(
        onSubscribe: { status.send(value * 10) }, onEnd: { _ in status.send(value * 10 + 1) })
    }.shared()
    let direct = Recorder(combineLatest(input.signal, status.signal))
    let result = Recorder(combineLatest(loaded, status.signal))
    for value in 1...2 { input.send(value) }
    expect(direct.history, equals: ["(1, 11)", "(1, 20)", "(1, 21)", "(2, 21)"])
    expect(result.history, equals: ["(-1, 11)", "(-1, 20)", "(-1, 21)", "(-2, 21)"])
  }

  @Test(arguments: SubscribingOperator.allCases)
  func `a generator's own values belong to the turn of the event, and its sends elsewhere don't (C10)`(
    _ subscribing: SubscribingOperator
  ) {
    let input = SignalInput<Int>()
    let recorder = recorder()
    b.send(0)
    let generated = Signal<Int>.generate { [a] emitter in
      for value in 1...3 {
        a.send(value)
        emitter.send(value * 10)
      }
    }
    let inner = Recorder(
      subscribing.joining(input.signal, combineLatest(generated, .just(5)).map { $0.0 + $0.1 }))
    subscribing.trigger(input)
    expect(inner.values, equals: [35])
    expect(recorder.history, equals: ["(1, 0)", "(2, 0)", "(3, 0)"])
  }

  // MARK: - Subscriptions of the program's own

  @Test(arguments: SubscribingOperator.allCases, Place.allCases)
  func `a program's own subscription in a closure receives the same values as outside (C10)`(
    _ subscribing: SubscribingOperator, _ place: Place
  ) {
    let joined = combineLatest(Signal.of(1, 2, 3), Signal.of(4, 5, 6))
    let outside = Recorder(joined)
    let log = Log<[String]>()
    subscribe(subscribing, to: place.signal { log.append(Recorder(joined).history) })
    expect(outside.history, equals: ["(3, 4)", "(3, 5)", "(3, 6)", "|"])
    expect(log.entries, equals: [outside.history])
  }

  @Test(arguments: SubscribingOperator.allCases, Place.allCases)
  func `a program's own subscription with an operator that subscribes receives the same values as outside (C10)`(
    _ subscribing: SubscribingOperator, _ place: Place
  ) {
    let joined = Signal.of(1, 2).flatMap { value in combineLatest(Signal.of(1, 2, 3), Signal.of(value, value * 10)) }
    let outside = Recorder(joined)
    let log = Log<[String]>()
    subscribe(subscribing, to: place.signal { log.append(Recorder(joined).history) })
    expect(log.entries, equals: [outside.history])
  }

  // MARK: - The inner signal itself

  /// Joins whose inputs emit within the subscribing call.
  enum Inner: CaseIterable {
    case listedValues, generators, prependedValues, currentValue, replayedValue, joinsOfJoins, switching

    var signal: Signal<String> {
      switch self {
      case .listedValues:
        return text(combineLatest(Signal.of(1, 2, 3), Signal.of(4, 5, 6)))
      case .generators:
        let generated = Signal.generate { emitter in for value in 1...3 { emitter.send(value) } }
        return text(combineLatest(generated, generated.map { $0 + 3 }))
      case .prependedValues:
        return text(combineLatest(Signal.just(3).prepend(1, 2), Signal.of(4, 5).append(6)))
      case .currentValue:
        let current = Signal.never().continuous(initial: 3)
        return text(combineLatest(current, current.map { $0 + 3 }))
      case .replayedValue:
        let shared = Signal.of(1, 2, 3).shared(replaying: 2)
        return text(combineLatest(shared, shared.map { $0 + 3 }))
      case .joinsOfJoins:
        let deep = combineLatest(Signal.of(1, 2, 3), combineLatest(Signal.of(1, 2), Signal.of(5, 6)).map { $0.1 })
        return text(combineLatest(deep.map { $0.0 }, deep.map { $0.1 }))
      case .switching:
        let values = Signal.of(1, 2, 3).flatMap(.latest) { Signal.of($0 * 10, $0) }
        return text(combineLatest(values, values.map { $0 + 3 }))
      }
    }

    private func text(_ joined: Signal<(Int, Int)>) -> Signal<String> { joined.map { "\($0.0) \($0.1)" } }
  }

  @Test(arguments: Inner.allCases)
  func `a join in the inner signal emits once for the event that subscribes to it (C10)`(_ inner: Inner) {
    let input = SignalInput<Int>()
    let signal = inner.signal
    for strategy in [FlatMapStrategy.merge, .merge(limit: 1), .concat, .latest, .first] {
      let recorder = Recorder(input.signal.flatMap(strategy) { _ in signal })
      input.send(1)
      expect(recorder.history, equals: ["3 6"])
    }
  }

  @Test(arguments: SubscribingOperator.allCases, Inner.allCases)
  func `a join in the inner signal emits once for an end that subscribes to it, too (C10)`(
    _ subscribing: SubscribingOperator, _ inner: Inner
  ) {
    let input = SignalInput<Int>()
    let recorder = Recorder(subscribing.joining(input.signal, inner.signal.map { $0 == "3 6" ? 36 : 0 }))
    subscribing.trigger(input)
    expect(recorder.values, equals: [36])
  }

  @Test(arguments: Inner.allCases)
  func `a join of the event and the inner signal emits once for each event (C10)`(_ inner: Inner) {
    let input = SignalInput<Int>()
    let signal = inner.signal
    let recorder = Recorder(combineLatest(input.signal, input.signal.flatMap(.latest) { _ in signal }))
    for value in 1...2 { input.send(value) }
    expect(recorder.history, equals: ["(1, \"3 6\")", "(2, \"3 6\")"])
  }
}
