/// What an operator that waits goes by: it tells the time, and calls back when some of it has passed (C15).
///
/// Every `DispatchQueue` is one, and operators take a global queue where you name none. A test takes a
/// `VirtualScheduler`, whose time passes when the test says so.
///
/// ```swift
/// query.debounce(for: .milliseconds(300), on: .main)
/// ```
public protocol Scheduler: Sendable {
  /// How much time has passed since a moment that is always the same. It never goes back; where it does, operators go on
  /// counting from there, so nothing waits longer for it.
  var elapsed: Duration { get }

  /// Calls `action` once, when `delay` is over; at once, but not within this call, where that is nought or less.
  ///
  /// It may be as much as `leeway` later, so that the system can wake up for several timers together.
  ///
  /// - Returns: what calls it off. Once that has been cancelled, or the action has run, nothing of the action is kept.
  func schedule(
    after delay: Duration, leeway: Duration, _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable & Sendable
}

extension Scheduler {
  /// Calls `action` once, when `delay` is over, as exactly as the scheduler can.
  public func schedule(
    after delay: Duration, _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable & Sendable {
    schedule(after: delay, leeway: .zero, action)
  }
}
