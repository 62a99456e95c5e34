public import Dispatch

extension SignalConvertible where Value: Sendable {
  /// Shares one subscription to this signal among all subscribers of the result, and keeps it for `interval` after the
  /// last of them has left.
  ///
  /// ![A marble diagram of shared, for](shared-for)
  ///
  /// The subscription begins with the first subscriber. A subscriber that arrives before the time has passed joins it,
  /// and starts with the next value. When the time has passed without a subscriber, the subscription is cancelled, and
  /// the next subscriber makes it begin anew (C2). It is also cancelled when the returned signal is no longer
  /// referenced, since nothing can subscribe then. With an interval of zero, it behaves like ``shared(file:line:)``.
  ///
  /// An end that arrives while there is no subscriber is final as any other: a later subscriber receives it. If all
  /// subscribers leave while this signal emits values within the subscribing call, its next value within that call ends
  /// the subscription, so an endless sequence stops (C6).
  ///
  /// ```swift
  /// let location = locations.shared(for: .seconds(5))
  /// ```
  public func shared(
    for interval: Duration, on scheduler: some Scheduler = DispatchQueue.global(), file: StaticString = #fileID,
    line: UInt = #line
  ) -> Signal<Value> {
    requireArgument(
      interval >= .zero, "shared(for: \(interval)): the interval is negative; use zero or longer.",
      file, line)
    return shared(nil, interval, scheduler, NodeInfo(.operator, "shared", file, line))
  }

  /// Shares one subscription to this signal among all subscribers of the result, keeps it for `interval` after the last
  /// of them has left, and delivers the last `count` values to each new subscriber at once.
  ///
  /// ![A marble diagram of shared, replaying for](shared-replaying-for)
  ///
  /// Values that arrive while there is no subscriber count too, and are delivered to the next one. When the
  /// subscription is cancelled, the values are released. With an interval of zero, it behaves like
  /// ``shared(replaying:file:line:)``; otherwise, like ``shared(for:on:file:line:)``.
  ///
  /// ```swift
  /// let profile = request.shared(replaying: 1, for: .seconds(60))
  /// ```
  public func shared(
    replaying count: Int, for interval: Duration, on scheduler: some Scheduler = DispatchQueue.global(),
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Value> {
    requireArgument(
      count >= 0, "shared(replaying: \(count), for:): the number of values is negative; use 0 or more.",
      file, line)
    requireArgument(
      interval >= .zero, "shared(replaying:for: \(interval)): the interval is negative; use zero or longer.",
      file, line)
    let replayBuffer = count > 0 ? ReplayBuffer<Value>(.newest(count)) : nil
    return shared(replayBuffer, interval, scheduler, NodeInfo(.operator, "shared", file, line))
  }

  private func shared(
    _ replayBuffer: ReplayBuffer<Value>?, _ interval: Duration, _ scheduler: any Scheduler, _ info: NodeInfo
  ) -> Signal<Value> {
    guard interval > .zero else { return SharedFeed(signal, replayBuffer: replayBuffer, info).signal }
    return LingeringFeed(signal, replayBuffer, .after(interval, on: scheduler), info).signal
  }
}

/// The lifecycle of a signal that is shared from its first subscriber until some time after its last, or until the end.
///
/// The hub retains it while there are observers, and the returned signal always. The timer doesn't, so the subscription
/// is over when nothing can subscribe any more.
// Unchecked, because the state belongs to the owner of the hub, except for the guarded part.
final class LingeringFeed<Value: Sendable>: HubLifecycle, @unchecked Sendable {
  private let hub: Hub<Value>
  private let upstream: Signal<Value>
  private let remembering: ReplayBuffer<Value>?
  private let stop: Stop
  private let info: NodeInfo

  /// The moment at which a feed without subscribers stops.
  enum Stop: Sendable {
    case never
    case after(Duration, on: any Scheduler)
  }

  private var connection: Connection?
  /// The number of times that the first observer came or the last one left. A timer of an earlier time has no effect.
  private var changes = 0
  /// Whether this waits for a subscriber.
  private var lingers = false
  private let waiting = Guarded(Waiting())

  private struct Waiting: Sendable {
    var timer: (any Cancellable)?
    /// The connection that the timer is to cancel.
    var lingering: Connection?
    /// The connection whose signal has ended, which the hub may still have to learn.
    var ended: Connection?

    mutating func takeTimer() -> (any Cancellable)? {
      defer { (timer, lingering) = (nil, nil) }
      return timer
    }
  }

  init(
    _ upstream: Signal<Value>, _ replayBuffer: ReplayBuffer<Value>?, _ stop: Stop, _ info: NodeInfo
  ) {
    self.upstream = upstream
    remembering = replayBuffer
    self.stop = stop
    self.info = info
    hub = Hub(replayBuffer: replayBuffer)
  }

  deinit {
    cancelTimer()
    if let connection { hub.stopListening(by: connection) }
    hub.forget()
  }

  var replayBuffer: ReplayBuffer<Value>? { remembering }

  var signal: Signal<Value> {
    Signal { [self] downstream, connection in hub.add(downstream, connection, for: self, info: info) }
  }

  func firstObserverAdded() {
    changes += 1
    lingers = false
    cancelTimer()
    // The end of the feed may be on its way to the hub, and reaches this observer, too (C2).
    if let connection, connection.isOpen || hasEnded(connection) { return }
    let connection = hub.makeInput()
    self.connection = connection
    hub.subscribeToFeed(endingUnwanted: true) {
      hub.listen(to: upstream, by: connection) { [weak self] in self?.feedEnds(connection) }
    }
    // All subscribers have left, and the hub has cancelled the feed at its next value.
    if lingers, !connection.isOpen, !hasEnded(connection) { stopFeed() }
  }

  func lastObserverRemoved() -> Bool {
    changes += 1
    // The end is on its way to the hub, behind values that a later subscriber receives.
    if let connection, hasEnded(connection) { return false }
    guard let connection, connection.isOpen else {
      stopFeed()
      return true
    }
    lingers = true
    guard case .after(let interval, on: let scheduler) = stop else { return false }
    let timer = scheduler.schedule(after: interval) { [weak self, changes] in self?.timeIsUp(changes) }
    let isNeeded = waiting.change { waiting in
      if waiting.ended === connection { return false }
      (waiting.timer, waiting.lingering) = (timer, connection)
      return true
    }
    if !isNeeded { timer.cancel() }
    return false
  }

  /// The time counts from this one, too.
  func firstSubscriberLeft() {
    guard lingers else { return }
    cancelTimer()
    _ = lastObserverRemoved()
  }

  func ended() {
    if let connection { hub.stopListening(by: connection) }
    connection = nil
  }

  /// Called before the hub learns of the end and the connection is closed, on any thread.
  private func feedEnds(_ connection: Connection) {
    let timer = waiting.change { waiting in
      waiting.ended = connection
      return waiting.lingering === connection ? waiting.takeTimer() : nil
    }
    timer?.cancel()
  }

  private func hasEnded(_ connection: Connection) -> Bool { waiting.change { $0.ended === connection } }

  private func timeIsUp(_ number: Int) {
    hub.asOwner { [self] in
      guard lingers, number == changes, connection?.isOpen == true else { return }
      hub.endFeed(of: self) {
        stopFeed()
        return true
      }
    }
  }

  private func stopFeed() {
    lingers = false
    cancelTimer()
    ended()
    remembering?.forget()
  }

  private func cancelTimer() { waiting.change { $0.takeTimer() }?.cancel() }
}
