/// A clock and timer for operators that wait: it tells the time, and calls an action after a delay (C15).
///
/// Every `DispatchQueue` is a scheduler, and operators use a global queue by default. `ContinuousClock` and
/// `SuspendingClock` are schedulers too, which call actions in tasks. A test uses a `VirtualScheduler`, whose time passes only
/// when the test advances it.
///
/// ```swift
/// query.debounce(for: .milliseconds(300), on: .main)
/// ```
public protocol Scheduler: Sendable {
  /// The time since a fixed moment. It must not go back. If it does, operators keep counting from the time that they
  /// have reached, so no wait becomes longer.
  var elapsed: Duration { get }

  /// Calls `action` once after `delay`. If `delay` is zero or negative, the action is called as soon as possible, but
  /// not within this call.
  ///
  /// The action may be called up to `leeway` later, so that the system can wake up for several timers together.
  ///
  /// - Returns: An object that cancels the action. Once it has been cancelled, or the action has run, the action and
  ///   its captures are released.
  func schedule(
    after delay: Duration, leeway: Duration, _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable
}

extension Scheduler {
  /// Calls `action` once after `delay`, as exactly as the scheduler can.
  public func schedule(
    after delay: Duration, _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    schedule(after: delay, leeway: .zero, action)
  }
}
