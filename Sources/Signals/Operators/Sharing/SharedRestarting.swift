extension SignalConvertible where Value: Sendable {
  /// Shares one subscription to this signal among all subscribers of the result, and begins anew after the given
  /// events.
  ///
  /// ![A marble diagram of shared, restarting](shared-restarting)
  ///
  /// The subscription begins with the first subscriber. A later subscriber receives the last `count` values at once,
  /// and then every later value. The rest depends on `causes`:
  ///
  /// - With ``RestartCause/finish`` or ``RestartCause/failure``, such an end is passed on to the subscribers of that
  ///   moment, and the next subscriber makes the signal begin anew, with nothing replayed. So a `retry` or `repeat`
  ///   below subscribes to this signal again. Otherwise the end is final: a later subscriber receives the last `count`
  ///   values and the end.
  /// - With ``RestartCause/lastCancellation``, the subscription is cancelled with the last subscriber, and the next one
  ///   makes it begin anew, with nothing replayed. Otherwise it goes on without subscribers, and the next one joins it.
  ///   It is cancelled then when neither the returned signal nor a subscription to it exists any more. If all
  ///   subscribers leave while this signal emits values within the subscribing call, its next value within that call
  ///   ends the subscription, so an endless sequence stops (C6).
  ///
  /// ``shared(file:line:)`` and ``shared(replaying:file:line:)`` begin anew after the last cancellation alone.
  ///
  /// ```swift
  /// let profile = request.shared(replaying: 1, restartingAfter: .failure)
  /// ```
  public func shared(
    replaying count: Int = 0, restartingAfter causes: RestartCause, file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Value> {
    requireArgument(
      count >= 0, "shared(replaying: \(count), restartingAfter:): the number of values is negative; use 0 or more.",
      file, line)
    return RestartingShare(signal, count, causes, NodeInfo(.operator, "shared", file, line)).signal
  }
}

/// A shared signal that is replaced by another one when it ends. An end closes a hub for good, so each run up to such
/// an end has a hub of its own.
private final class RestartingShare<Value: Sendable>: Sendable {
  private let upstream: Signal<Value>
  private let count: Int
  private let causes: RestartCause
  private let info: NodeInfo
  private let present = Guarded(Present())

  private struct Present: Sendable {
    /// The number of ends after which this has begun anew.
    var number = 0
    var signal: Signal<Value>?
  }

  init(_ upstream: Signal<Value>, _ count: Int, _ causes: RestartCause, _ info: NodeInfo) {
    self.upstream = upstream
    self.count = count
    self.causes = causes
    self.info = info
  }

  var signal: Signal<Value> {
    Signal { [self] downstream, connection in presentSignal().attach(downstream, connection) }
  }

  private func presentSignal() -> Signal<Value> {
    while true {
      let before = present.change { $0 }
      if let signal = before.signal { return signal }
      let made = makeSignal(before.number)
      let isKept = present.change { present in
        guard present.number == before.number, present.signal == nil else { return false }
        present.signal = made
        return true
      }
      if isKept { return made }
    }
  }

  private func makeSignal(_ number: Int) -> Signal<Value> {
    let replayBuffer = count > 0 ? ReplayBuffer<Value>(.newest(count)) : nil
    let feed = watchingEnd { [weak self] end in self?.replace(number, after: end) }
    guard causes.contains(.lastCancellation) else { return LingeringFeed(feed, replayBuffer, .never, info).signal }
    return SharedFeed(feed, replayBuffer: replayBuffer, info).signal
  }

  /// The upstream signal. It calls `endsWith` before the hub receives the end, since a handler of the end may subscribe
  /// again.
  private func watchingEnd(_ endsWith: @escaping @Sendable (End) -> Signal<Value>?) -> Signal<Value> {
    upstream.stage(()) { _, value, downstream in
      downstream.deliver(value)
    } atEnd: { _, end, downstream in
      // Held until then, since nothing else may hold the hub that is to receive the end.
      let gone = endsWith(end)
      withExtendedLifetime(gone) { downstream.end(end) }
    }
  }

  /// Returns the signal that it replaces, so that it is released outside of the lock (C7).
  private func replace(_ number: Int, after end: End) -> Signal<Value>? {
    let cause: RestartCause = if case .finished = end { .finish } else { .failure }
    guard causes.contains(cause) else { return nil }
    return present.change { present in
      guard present.number == number else { return nil }
      defer { present = Present(number: number + 1) }
      return present.signal
    }
  }
}
