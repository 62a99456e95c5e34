import Signals
import SignalsTesting
import Testing

/// C6: a cancellation reaches a signal that is being subscribed to at this moment, so that its closures get no further
/// value. Where a sequence has no end, the subscribing call would otherwise never return.
@Suite("C6 Cancelling while a signal is being subscribed to", .leavesNothing) struct CancelWhileSubscribingTests {
  /// How a subscription is cancelled.
  enum Cancelling: CaseIterable {
    case endpoint, endpointOnAnotherThread
    case operatorBelow, operatorBelowOnAnotherThread
  }

  /// A subscription that ends in one of these ways when `cancel` is called. The call returns when that has been done.
  private struct Subject: Sendable {
    let cancelling: Cancelling
    let bag = CancellableBag()
    private let stop = SignalInput<Int>()

    init(_ cancelling: Cancelling) { self.cancelling = cancelling }

    func subscribe(to signal: Signal<Int>, _ handler: @escaping @Sendable (Int) -> Void = { _ in }) {
      bag += signal.prefix(untilOutputFrom: stop.signal).subscribeValues(handler)
    }

    func cancel() {
      switch cancelling {
      case .endpoint: bag.cancel()
      case .endpointOnAnotherThread: onAnotherThread { [bag] in bag.cancel() }
      case .operatorBelow: stop.send(0)
      case .operatorBelowOnAnotherThread: onAnotherThread { [stop] in stop.send(0) }
      }
    }
  }

  /// Signals that emit within the subscribing call, with a closure that is called for each value.
  enum Inner: CaseIterable {
    case sequence, listedValues, generator, prependedValues, appendedValues, handledValues
    case nestedFlatMap, concatenation, retry, merge, combineLatest, zip, queue, shared, replaying, autoconnect

    func signal(_ called: @escaping @Sendable (Int) -> Void) -> Signal<Int> {
      let values = Signal.from(1...100).filter { value in
        called(value)
        return false
      }
      switch self {
      case .sequence: return values
      case .listedValues:
        return Signal.of(1, 2, 3, 4, 5).map { value in
          called(value)
          return value
        }
      case .generator:
        return Signal.generate { emitter in for value in 1...100 { emitter.send(value) } }.map { value in
          called(value)
          return value
        }
      case .prependedValues:
        return Signal.never().prepend(contentsOf: 1...100).map { value in
          called(value)
          return value
        }
      case .appendedValues:
        return Signal.empty().append(contentsOf: 1...100).map { value in
          called(value)
          return value
        }
      case .handledValues: return Signal.from(1...100).handleEvents(onValue: called)
      case .nestedFlatMap: return Signal.just(0).flatMap { _ in values }
      case .concatenation: return concat(.just(0), values)
      case .retry: return concat(values, .failed(Failure())).retry(1)
      case .merge: return Signals.merge(values, .never())
      case .combineLatest: return Signals.combineLatest(values, .just(0)).map { $0.0 }
      case .zip: return Signals.zip(values, .just(0)).map { $0.0 }
      case .queue: return values.deliver(on: .global())
      case .shared: return values.shared()
      case .replaying: return values.shared(replaying: 1)
      case .autoconnect: return values.multicast().autoconnect()
      }
    }
  }

  // MARK: - In the course of an event

  @Test(arguments: SubscribingOperator.allCases, Cancelling.allCases)
  func `every operator that subscribes in the course of an event passes a cancellation on (C6)`(
    _ subscribing: SubscribingOperator, _ cancelling: Cancelling
  ) {
    let input = SignalInput<Int>()
    let log = Log<Int>()
    let subject = Subject(cancelling)
    let inner = Inner.sequence.signal { value in
      log.append(value)
      if value == 3 { subject.cancel() }
    }
    subject.subscribe(to: subscribing.joining(input.signal, inner))
    subscribing.trigger(input)
    expect(log.entries, equals: [1, 2, 3])
    subject.bag.cancel()
  }

  @Test(arguments: Inner.allCases, Cancelling.allCases)
  func `every signal that emits within the subscribing call stops at a cancellation (C6)`(
    _ inner: Inner, _ cancelling: Cancelling
  ) {
    let input = SignalInput<Int>()
    let log = Log<Int>()
    let subject = Subject(cancelling)
    subject.subscribe(
      to: input.signal.flatMap { _ in
        inner.signal { value in
          log.append(value)
          if value == 3 { subject.cancel() }
        }
      })
    input.send(1)
    expect(log.entries, equals: [1, 2, 3])
    subject.bag.cancel()
  }

  @Test(arguments: SubscribingOperator.allCases, [Cancelling.endpoint, .endpointOnAnotherThread, .operatorBelow])
  func `a cancellation in the handler stops the closures above it (C6)`(
    _ subscribing: SubscribingOperator, _ cancelling: Cancelling
  ) {
    let input = SignalInput<Int>()
    let log = Log<String>()
    let subject = Subject(cancelling)
    let inner = Signal.from(1...100).map { value in
      log.append("mapped \(value)")
      return value
    }
    subject.subscribe(to: subscribing.joining(input.signal, inner)) { value in
      log.append("handled \(value)")
      if value == 2 { subject.cancel() }
    }
    subscribing.trigger(input)
    expect(log.entries, equals: ["mapped 1", "handled 1", "mapped 2", "handled 2"])
    subject.bag.cancel()
  }

  @Test(arguments: Cancelling.allCases)
  func `a cancellation reaches a signal that waited for an earlier one to finish (C6)`(_ cancelling: Cancelling) {
    let input = SignalInput<Int>()
    let first = SignalInput<Int>()
    let log = Log<Int>()
    let subject = Subject(cancelling)
    subject.subscribe(
      to: input.signal.flatMap(.concat) { value in
        if value == 1 { return first.signal }
        return Inner.sequence.signal { value in
          log.append(value)
          if value == 3 { subject.cancel() }
        }
      })
    input.send(1)
    input.send(2)
    expect(log.entries, equals: [])
    first.finish()
    expect(log.entries, equals: [1, 2, 3])
    subject.bag.cancel()
  }

  @Test(arguments: Cancelling.allCases)
  func `a cancellation reaches a signal that lies several operators above (C6)`(_ cancelling: Cancelling) {
    let log = Log<Int>()
    let subject = Subject(cancelling)
    let inner = Inner.sequence.signal { value in
      log.append(value)
      if value == 3 { subject.cancel() }
    }
    let input = SignalInput<Int>()
    let nested = Signal.just(0).flatMap { _ in Signal.just(0).flatMap { _ in concat(.empty(), inner) } }
    subject.subscribe(to: input.signal.flatMap { _ in nested })
    input.send(1)
    expect(log.entries, equals: [1, 2, 3])
    subject.bag.cancel()
  }

  @Test func `an operator below ends a signal that the program is subscribing to (C6)`() {
    let stop = SignalInput<Int>()
    let log = Log<Int>()
    let inner = Inner.sequence.signal { value in
      log.append(value)
      if value == 3 { stop.send(0) }
    }
    let recorder = Recorder(Signal.just(0).flatMap { _ in inner }.prefix(untilOutputFrom: stop.signal))
    expect(log.entries, equals: [1, 2, 3])
    expect(recorder.history, equals: ["|"])
  }

  @Test(arguments: Cancelling.allCases)
  func `a cancelled attempt of retry is the last one (C6)`(_ cancelling: Cancelling) {
    let input = SignalInput<Int>()
    let log = Log<String>()
    let subject = Subject(cancelling)
    subject.subscribe(
      to: input.signal.flatMap { _ in
        Signal<Int>.deferred {
          log.append("attempt")
          subject.cancel()
          throw Failure()
        }.retry(100)
      })
    input.send(1)
    expect(log.entries, equals: ["attempt"])
    subject.bag.cancel()
  }

  @Test(arguments: Cancelling.allCases)
  func `a signal that is cancelled before its first value calls no closure (C6)`(_ cancelling: Cancelling) {
    let input = SignalInput<Int>()
    let log = Log<String>()
    let subject = Subject(cancelling)
    subject.subscribe(
      to: input.signal.flatMap { _ in
        Signal.of(1, 2, 3).map { value in
          log.append("mapped \(value)")
          return value
        }.handleEvents(onSubscribe: {
          log.append("subscribed")
          subject.cancel()
        })
      })
    input.send(1)
    expect(log.entries, equals: ["subscribed"])
    subject.bag.cancel()
  }

  @Test(arguments: SubscribingOperator.allCases, Cancelling.allCases)
  func `a cancelled emitter answers that its signal has ended, and calls whenEnded once (C6)`(
    _ subscribing: SubscribingOperator, _ cancelling: Cancelling
  ) {
    let input = SignalInput<Int>()
    let answers = Log<SendResult>()
    let ends = Log<String>()
    let subject = Subject(cancelling)
    let inner = Signal<Int>.generate { emitter in
      emitter.whenEnded { ends.append("ended") }
      answers.append(emitter.send(1))
      subject.cancel()
      answers.append(emitter.send(2))
      answers.append(emitter.finish())
    }
    subject.subscribe(to: subscribing.joining(input.signal, inner))
    subscribing.trigger(input)
    expect(answers.entries, equals: [.delivered, .ended, .ended])
    expect(ends.entries, equals: ["ended"])
    subject.bag.cancel()
  }

  @Test(arguments: SubscribingOperator.allCases)
  func `the captures of a cancelled inner signal are released when the event is over (C8)`(
    _ subscribing: SubscribingOperator
  ) {
    let input = SignalInput<Int>()
    let log = Log<String>()
    let subject = Subject(.endpoint)
    let inner = Signal.from(1...100).keeping("inner", log).filter { value in
      log.append("\(value)")
      if value == 2 { subject.cancel() }
      return false
    }
    subject.subscribe(to: subscribing.joining(input.signal, inner))
    subscribing.trigger(input)
    expect(log.entries, equals: ["1", "2", "inner released"])
  }

  // MARK: - While a shared signal begins

  enum Sharing: CaseIterable {
    case shared, replaying, autoconnect

    func share(_ signal: Signal<Int>) -> Signal<Int> {
      switch self {
      case .shared: signal.shared()
      case .replaying: signal.shared(replaying: 1)
      case .autoconnect: signal.multicast().autoconnect()
      }
    }
  }

  @Test(arguments: Sharing.allCases, [false, true])
  func `a shared signal stops beginning when its only subscriber leaves (C2, C6)`(
    _ sharing: Sharing, _ leavesOnAnotherThread: Bool
  ) {
    let stop = SignalInput<Int>()
    let log = Log<Int>()
    let shared = sharing.share(
      Inner.sequence.signal { value in
        log.append(value)
        guard value == 3 else { return }
        if leavesOnAnotherThread { onAnotherThread { stop.send(0) } } else { stop.send(0) }
      })
    let recorder = Recorder(shared.prefix(untilOutputFrom: stop.signal))
    expect(log.entries, equals: [1, 2, 3])
    expect(recorder.history, equals: ["|"])
  }

  @Test(arguments: Sharing.allCases, [false, true])
  func `a shared signal whose values pass stops beginning as well (C2, C6)`(
    _ sharing: Sharing, _ leavesOnAnotherThread: Bool
  ) {
    let stop = SignalInput<Int>()
    let log = Log<Int>()
    let shared = sharing.share(
      Signal.from(1...100).map { value in
        log.append(value)
        if value == 3 { if leavesOnAnotherThread { onAnotherThread { stop.send(0) } } else { stop.send(0) } }
        return value
      })
    let recorder = Recorder(shared.prefix(untilOutputFrom: stop.signal))
    expect(log.entries, equals: [1, 2, 3])
    expect(recorder.history, equals: ["1", "2", "|"])
  }

  @Test(arguments: Sharing.allCases, [false, true])
  func `a second subscriber goes on getting values when the first leaves while the signal begins (C2, C6)`(
    _ sharing: Sharing, _ leavesOnAnotherThread: Bool
  ) {
    let stop = SignalInput<Int>()
    let second = Knot()
    let recorder = Guarded<Recorder<Int>?>(nil)
    let shared = sharing.share(
      Signal.from(1...6).filter { value in
        if value == 2, let shared = second.signal {
          let late = Recorder(shared)
          recorder.change { $0 = late }
        }
        if value == 3 { if leavesOnAnotherThread { onAnotherThread { stop.send(0) } } else { stop.send(0) } }
        return value > 3
      })
    second.tie(shared)
    let first = Recorder(shared.prefix(untilOutputFrom: stop.signal))
    expect(first.history, equals: ["|"])
    expect(recorder.change { $0 }?.history.suffix(3), equals: ["5", "6", "|"])
    second.untie()
  }

  @Test(arguments: Sharing.allCases, [false, true])
  func `the first subscriber goes on getting values when a second leaves while the signal begins (C2, C6)`(
    _ sharing: Sharing, _ leavesOnAnotherThread: Bool
  ) {
    let second = Knot()
    let bag = CancellableBag()
    let log = Log<Int>()
    let shared = sharing.share(
      Signal.from(1...5).map { value in
        if value == 2, let shared = second.signal { bag += shared.subscribeValues { log.append($0) } }
        if value == 4 { if leavesOnAnotherThread { onAnotherThread { bag.cancel() } } else { bag.cancel() } }
        return value
      })
    second.tie(shared)
    let first = Recorder(shared)
    expect(first.history, equals: ["1", "2", "3", "4", "5", "|"])
    expect(log.entries.last, equals: 3)
    second.untie()
  }

  @Test(arguments: Sharing.allCases)
  func `a shared signal whose subscribers have all left before its first value emits none, as it begins (C6)`(
    _ sharing: Sharing
  ) {
    let stop = SignalInput<Int>()
    let knot = Knot()
    let log = Log<Int>()
    let shared = sharing.share(
      Signal.deferred {
        if let signal = knot.signal {
          let second = signal.subscribeValues { _ in }
          stop.send(0)
          second.cancel()
        }
        return Signal.from(1...5).map { value in
          log.append(value)
          return value
        }
      })
    knot.tie(shared)
    let first = Recorder(shared.prefix(untilOutputFrom: stop.signal))
    expect(first.history, equals: ["|"])
    expect(log.entries, equals: [])
    knot.untie()
  }

  @Test(arguments: [Sharing.shared, .replaying])
  func `a subscriber that comes while the last one receives its end starts the source anew (C2)`(_ sharing: Sharing) {
    let knot = Knot()
    let log = Log<String>()
    let late = Guarded<Recorder<Int>?>(nil)
    let shared = sharing.share(
      Signal.deferred {
        log.append("begun")
        return Signal.from(1...3)
      })
    knot.tie(shared)
    let first = shared.prefix(1).subscribe { event in
      guard case .end = event, let signal = knot.signal else { return }
      // With this cancellation, no subscriber wants the signal that has just begun.
      signal.subscribeValues { _ in }.cancel()
      let recorder = Recorder(signal)
      late.change { $0 = recorder }
    }
    expect(late.change { $0 }?.history, equals: ["1", "2", "3", "|"])
    expect(log.entries, equals: ["begun", "begun"])
    knot.untie()
    withExtendedLifetime(first) {}
  }

  @Test(arguments: Sharing.allCases, [false, true])
  func `a subscriber that comes after such a cancellation starts the source anew (C2)`(
    _ sharing: Sharing, _ leavesOnAnotherThread: Bool
  ) {
    let stop = SignalInput<Int>()
    let log = Log<String>()
    let shared = sharing.share(
      Signal.deferred {
        log.append("begun")
        return Signal.from(1...5).map { value in
          if value == 3 { if leavesOnAnotherThread { onAnotherThread { stop.send(0) } } else { stop.send(0) } }
          return value
        }
      })
    let first = Recorder(shared.prefix(untilOutputFrom: stop.signal))
    expect(first.history, equals: ["1", "2", "|"])
    let second = Recorder(shared)
    expect(second.history, equals: ["1", "2", "3", "4", "5", "|"])
    expect(log.entries, equals: ["begun", "begun"])
  }

  @Test(arguments: Sharing.allCases)
  func `a subscriber that comes in the closure in which the last one left starts the source anew (C2)`(
    _ sharing: Sharing
  ) {
    let stop = SignalInput<Int>()
    let log = Log<String>()
    let next = Knot()
    let recorder = Guarded<Recorder<Int>?>(nil)
    let shared = sharing.share(
      Signal.deferred {
        log.append("begun")
        return Signal.from(1...5).map { value in
          log.append("\(value)")
          guard value == 2, let signal = next.signal else { return value }
          next.untie()
          stop.send(0)
          let second = Recorder(signal)
          recorder.change { $0 = second }
          return value
        }
      })
    next.tie(shared)
    let first = Recorder(shared.prefix(untilOutputFrom: stop.signal))
    expect(first.history, equals: ["1", "|"])
    expect(recorder.change { $0 }?.history, equals: ["1", "2", "3", "4", "5", "|"])
    expect(log.entries, equals: ["begun", "1", "2", "begun", "1", "2", "3", "4", "5"])
  }
}
