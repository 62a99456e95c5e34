import Dispatch
import Signals

/// A run of an operator under a law, with a source upstream, handlers downstream, and a virtual scheduler.
final class OperatorHarness: Sendable {
  let clock = VirtualScheduler()
  /// The signal that the operator returns, made once. `releaseSignal()` sets it to nil.
  private let operatorSignal: Guarded<Signal<String>?>
  private let input: Guarded<SignalInput<Int>?>
  private let endpoints = Guarded<[Endpoint]>([])
  private let sent = Guarded<[Int]>([])
  /// The kind of end that the source has sent: a finish or a failure.
  private let ending = Guarded<SourceEnding?>(nil)
  private let survivedEndings: Guarded<Set<SourceEnding>>
  private let calls = HandlerCalls()

  /// - Parameters:
  ///   - call: The action of the probe, which the operator's closures call.
  ///   - upstream: Inserts operators between the source and the operator under test.
  init(
    _ subject: OperatorUnderTest, call: @escaping @Sendable () throws -> Void = {},
    upstream: (Signal<Int>) -> Signal<Int> = { $0 }
  ) {
    let input = SignalInput<Int>()
    self.input = Guarded(input)
    survivedEndings = subject.survivedEndings
    operatorSignal = Guarded(subject.apply(upstream(input.signal), Probe(scheduler: clock, call)))
  }

  deinit { cancel() }

  // MARK: - Downstream of the operator

  /// Subscribes. Only the subscription holds the captures of `handle`.
  func subscribe(_ handle: @escaping @Sendable (Event<String>) -> Void) {
    guard let signal = operatorSignal.change({ $0 }) else { return }
    let endpoint = signal.subscribe { [calls] event in
      calls.count.change { $0 += 1 }
      handle(event)
      calls.count.change { $0 -= 1 }
    }
    endpoints.change { $0.append(endpoint) }
  }

  /// Subscribes, and records the events.
  func record() -> History {
    let history = History()
    subscribe { history.append($0) }
    return history
  }

  /// Subscribes, and records all events that the operator emits, also values that a handler would no longer receive.
  func recordAll() -> History {
    let history = History()
    guard let signal = operatorSignal.change({ $0 }) else { return history }
    let endpoint =
      signal.stage(
        (),
        { _, value, downstream in
          history.append(.value(value))
          try downstream.pass(value)
        },
        atEnd: { _, end, downstream in
          history.append(.end(end))
          downstream.end(end)
        }
      ).subscribe { _ in }
    endpoints.change { $0.append(endpoint) }
    return history
  }

  var isSubscribed: Bool { endpoints.change { !$0.isEmpty } }

  var isActive: Bool { endpoints.change { $0 }.contains { $0.isActive } }

  func cancel() { endpoints.change { $0 }.cancelAll() }

  /// Releases the signal, so that only the subscriptions hold the captured objects.
  func releaseSignal() {
    _ = operatorSignal.change { operatorSignal in
      defer { operatorSignal = nil }
      return operatorSignal
    }
  }

  // MARK: - Upstream of the operator

  func send(_ value: Int) {
    // Recorded before the value is delivered, because a handler may send the next one.
    sent.change { $0.append(value) }
    if input.change({ $0 })?.send(value) == .ended { sent.change { $0.removeAll { $0 == value } } }
  }

  /// The values that the source has accepted so far, in order.
  var values: [Int] { sent.change { $0 } }

  /// Sends each value, and advances the time after it.
  func drive(_ values: some Sequence<Int>) {
    for value in values {
      send(value)
      advance()
    }
  }

  /// Ends the source, and returns once the operator has received the end: immediately, unless contending threads have
  /// left events to the source's queue.
  func end(_ ending: SourceEnding) {
    // A released source finishes.
    self.ending.change { if $0 == nil { $0 = ending == .failure ? .failure : .finish } }
    let isDelivered = AtomicWord(0)
    // A source calls its observers in the order of their subscription, so this one is called last.
    let last = input.change { $0 }?.signal.subscribe { event in if case .end = event { isDelivered.set(1) } }
    switch ending {
    case .finish: input.change { $0 }?.finish()
    case .failure: input.change { $0 }?.fail(InjectedError.input)
    case .inputReleased: releaseInput()
    }
    if last != nil { _ = eventually { isDelivered.value != 0 } }
  }

  private func releaseInput() {
    _ = input.change { input in
      defer { input = nil }
      return input
    }
  }

  /// Advances the time by the longest wait that an operator under test may have.
  func advance() { clock.advance(by: .seconds(1)) }

  /// Advances the time far enough for every subscription to end, if it ends at all.
  func advanceUntilOver() { clock.advance(by: .seconds(60)) }

  // MARK: - Waiting

  /// Polls `condition`, and returns whether it becomes true. An operator that delivers on a queue takes a moment of
  /// real time; any other operator takes none.
  ///
  /// The limit is a number of polls, a millisecond apart, rather than a time: on a busy machine the operator takes
  /// longer, and so does each poll.
  func eventually(_ condition: () -> Bool) -> Bool {
    for _ in 0..<2_000 {
      if condition() { return true }
      _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(1))
    }
    return condition()
  }

  /// Waits while time advances, and returns whether all subscriptions are over and no handler is running.
  ///
  /// If the operator has already outlived a source that ended in the same way, this doesn't wait again.
  func waitUntilOver() -> Bool {
    let ending = ending.change { $0 }
    if let ending, survivedEndings.change({ $0.contains(ending) }) { return !isActive }
    let isOver = eventually {
      if isActive { advance() }
      return !isActive && calls.count.change { $0 } == 0
    }
    if let ending, !isOver { survivedEndings.change { _ = $0.insert(ending) } }
    return isOver
  }
}

/// The number of handler calls under way. A separate object, so that no handler keeps the harness alive.
private final class HandlerCalls: Sendable {
  let count = Guarded(0)
}
