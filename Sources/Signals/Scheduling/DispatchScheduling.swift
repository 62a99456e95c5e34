public import Dispatch

extension DispatchQueue: Scheduler {
  /// The time that the system has been awake: Dispatch's own clock, which stands still while the system sleeps.
  public var elapsed: Duration { .nanoseconds(DispatchTime.now().uptimeNanoseconds) }

  /// Calls `action` on this queue when `delay` is over.
  public func schedule(
    after delay: Duration, leeway: Duration, _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable & Sendable {
    let timer = DispatchTimer(on: self, action)
    timer.start(after: delay, leeway: leeway)
    return timer
  }
}

extension Scheduler where Self == DispatchQueue {
  /// The main queue.
  public static var main: DispatchQueue { DispatchQueue.main }

  /// The global queue, which is what operators wait on where nothing else is said.
  public static var global: DispatchQueue { DispatchQueue.global() }
}

/// One call in the future. A timer of Dispatch goes when it is cancelled, where a block would stay until its time.
// Unchecked, because Dispatch's own objects may be used from any thread, though they don't say so.
private final class DispatchTimer: Cancellable, @unchecked Sendable {
  private let source: any DispatchSourceTimer
  private let action: Guarded<(@Sendable () -> Void)?>

  init(on queue: DispatchQueue, _ action: @escaping @Sendable () -> Void) {
    source = DispatchSource.makeTimerSource(queue: queue)
    self.action = Guarded(action)
  }

  func start(after delay: Duration, leeway: Duration) {
    // The source holds the timer until it has fired or is cancelled, so that whoever doesn't want to call it off can
    // drop what `schedule` returned.
    source.setEventHandler { [self] in
      let action = take()
      source.cancel()
      action?()
    }
    source.schedule(
      deadline: .now() + .nanoseconds(max(delay, .zero).wholeNanoseconds), leeway: .nanoseconds(leeway.wholeNanoseconds)
    )
    source.activate()
  }

  func cancel() {
    // What the action holds goes now, on this thread; the source lets go of the timer in its own time.
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
  /// In whole nanoseconds, rounded up so that nothing happens too early, and at most what Dispatch can express.
  fileprivate var wholeNanoseconds: Int {
    let (seconds, attoseconds) = components
    guard seconds < 4_000_000_000 else { return 4_000_000_000_000_000_000 }
    return Int(seconds) * 1_000_000_000 + Int((attoseconds + 999_999_999) / 1_000_000_000)
  }
}
