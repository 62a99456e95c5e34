public import Dispatch

extension DispatchQueue: Scheduler {
  /// The time that the system has been awake: Dispatch's own clock, which stops while the system sleeps.
  public var elapsed: Duration { .nanoseconds(DispatchTime.now().uptimeNanoseconds) }

  /// Calls `action` on this queue after `delay`.
  public func schedule(
    after delay: Duration, leeway: Duration, _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    let timer = DispatchTimer(on: self, action)
    timer.start(after: delay, leeway: leeway)
    return timer
  }
}

extension Scheduler where Self == DispatchQueue {
  /// The main queue.
  public static var main: DispatchQueue { DispatchQueue.main }

  /// The global queue, which is the default of operators that wait.
  public static var global: DispatchQueue { DispatchQueue.global() }

  /// The global queue of a quality of service: `delay(for: .seconds(1), on: .global(qos: .utility))`.
  public static func global(qos: DispatchQoS.QoSClass = .default) -> DispatchQueue { DispatchQueue.global(qos: qos) }
}

/// One scheduled call. A cancelled Dispatch timer is released immediately; a delayed block would stay until its time.
// Unchecked, because Dispatch objects may be used from any thread, though they aren't declared `Sendable`.
private final class DispatchTimer: Cancellable, @unchecked Sendable {
  private let source: any DispatchSourceTimer
  private let action: Guarded<(@Sendable () -> Void)?>

  init(on queue: DispatchQueue, _ action: @escaping @Sendable () -> Void) {
    source = DispatchSource.makeTimerSource(queue: queue)
    self.action = Guarded(action)
  }

  func start(after delay: Duration, leeway: Duration) {
    // The source retains the timer until it has fired or is cancelled, so a caller that never cancels may discard the
    // result of `schedule`.
    source.setEventHandler { [self] in
      let action = take()
      source.cancel()
      action?()
    }
    source.schedule(
      deadline: .now() + .nanoseconds(max(delay, .zero).wholeNanoseconds),
      leeway: .nanoseconds(max(leeway, .zero).wholeNanoseconds)
    )
    source.activate()
  }

  func cancel() {
    // The captures of the action are released here, on this thread; Dispatch releases the timer later.
    let action = take()
    source.cancel()
    _ = action
  }

  private func take() -> (@Sendable () -> Void)? {
    action.change { action in
      defer { action = nil }
      return action
    }
  }
}

extension Duration {
  /// The duration in whole nanoseconds, rounded up so that no action runs too early, and limited to the greatest value
  /// that Dispatch can express.
  fileprivate var wholeNanoseconds: Int {
    // Limited first: a longer duration may have more seconds than its components can express.
    let (seconds, attoseconds) = min(self, .seconds(4_000_000_000)).components
    return Int(seconds) * 1_000_000_000 + Int((attoseconds + 999_999_999) / 1_000_000_000)
  }
}
