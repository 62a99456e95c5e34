public import Dispatch

/// The error of a signal that emits no value for too long. See ``SignalConvertible/timeout(_:on:customError:file:line:)``.
public struct TimeoutError: Error, Hashable, CustomStringConvertible {
  /// The length of the time without a value.
  public let interval: Duration

  /// Creates an error for a custom operator that gives up after a while.
  public init(interval: Duration) { self.interval = interval }

  /// A text such as `nothing came for 5.0 seconds`.
  public var description: String { "nothing came for \(interval)" }
}

extension SignalConvertible where Value: Sendable {
  /// Fails if no value arrives for `interval`, and cancels the upstream subscription.
  ///
  /// ![A marble diagram of timeout](timeout)
  ///
  /// The time is measured from the subscription, and again from each value, once that has been handled. The failure is
  /// emitted on the scheduler, and never after an end. A value that arrives at the very instant of the timeout is in
  /// time if it arrives before the scheduler calls. With an interval of zero, the signal fails at the scheduler's first
  /// call, unless it has ended before.
  ///
  /// ```swift
  /// let endpoint = response
  ///   .timeout(.seconds(5))
  ///   .subscribe { print($0) }
  /// ```
  ///
  /// `customError` makes the error. If it is nil, the error is a ``TimeoutError``. If it throws, the thrown error is
  /// used.
  public func timeout(
    _ interval: Duration, on scheduler: some Scheduler = DispatchQueue.global(),
    customError: (@Sendable () throws -> any Error)? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Value> {
    requireArgument(
      interval >= .zero, "timeout(\(interval)): the interval is negative; use zero or longer.", file, line)
    let timeout = Timeout<Value>(interval: interval, scheduler: scheduler, customError: customError)
    return signal.context(Timeout<Value>.State(), begin: timeout.begin, listening: timeout.wait, timeout.receive)
      .labeled(
        "timeout", file, line)
  }
}

private struct Timeout<Value: Sendable>: Sendable {
  struct State: Sendable {
    var deadline = Duration.zero
    var time = SteadyTime()
  }
  typealias Here = OperatorContext<State, Value>

  let interval: Duration
  let scheduler: any Scheduler
  let customError: (@Sendable () throws -> any Error)?

  func begin(_ context: Here) {
    context.state.deadline = context.state.time.now(on: scheduler) + interval
  }

  func receive(_ context: Here, _ event: Event<Value>) {
    context.pass(event)
    // Measured from here, so that the time of a slow handler doesn't count against the signal.
    if context.isOpen { context.state.deadline = context.state.time.now(on: scheduler) + interval }
  }

  // One timer at a time: if it fires too early for the last value, it is set again. The first one is set after upstream was
  // subscribed to, so that an event of the same instant is in time, and the upper of two equal timeouts fires first.
  func wait(_ context: Here) {
    let rest = context.state.deadline - context.state.time.now(on: scheduler)
    context.schedule(after: max(rest, .zero), on: scheduler, ring)
  }

  private func ring(_ context: Here) throws {
    guard context.state.time.now(on: scheduler) >= context.state.deadline else { return wait(context) }
    context.finish(.failed(try customError?() ?? TimeoutError(interval: interval)))
  }
}
