public import Dispatch

/// The error of a signal that emits no value for too long. See
/// ``SignalConvertible/timeout(_:on:customError:file:line:)``.
public struct TimeoutError: Error, Hashable, CustomStringConvertible {
  /// The length of the time without a value; nil if a signal has limited it.
  public let interval: Duration?

  /// Creates an error for a custom operator that gives up after a while.
  public init(interval: Duration? = nil) { self.interval = interval }

  /// A text such as `no value for 5.0 seconds`, or `no value in time`.
  public var description: String { interval.map { "no value for \($0)" } ?? "no value in time" }
}

extension SignalConvertible where Value: Sendable {
  /// Fails if no value arrives for `interval`, and cancels the upstream subscription.
  ///
  /// ![A marble diagram of timeout](timeout)
  ///
  /// The time is measured from the subscription, and again from each value, once that has been handled. The failure is
  /// emitted on the scheduler, and never after an end. An event that upstream has scheduled beforehand for the very
  /// instant of the timeout is in time. With an interval of zero, the signal fails at the scheduler's first call, unless
  /// it has ended before.
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
    return Timeout<Value>(first: interval, each: interval, scheduler: scheduler, customError: customError)
      .applied(to: signal).labeled("timeout", file, line)
  }

  /// Fails if the first value doesn't arrive within one limit, or a later one within another limit.
  ///
  /// ![A marble diagram of timeout, first](timeout-first)
  ///
  /// `first` is measured from the subscription. `each` is measured from each value, once that has been handled; if it
  /// is nil, there is no limit after the first value. The interval of the ``TimeoutError`` is the limit that has
  /// passed. Otherwise, it behaves like ``timeout(_:on:customError:file:line:)``.
  ///
  /// ```swift
  /// let prices = feed.timeout(first: .seconds(30), each: .seconds(5))
  /// ```
  public func timeout(
    first: Duration, each: Duration? = nil, on scheduler: some Scheduler = DispatchQueue.global(),
    customError: (@Sendable () throws -> any Error)? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Value> {
    requireArgument(
      first >= .zero, "timeout(first: \(first)): the interval is negative; use zero or longer.", file, line)
    if let each {
      requireArgument(
        each >= .zero, "timeout(each: \(each)): the interval is negative; use zero or longer.", file, line)
    }
    return Timeout<Value>(first: first, each: each, scheduler: scheduler, customError: customError)
      .applied(to: signal).labeled("timeout", file, line)
  }
}

private struct Timeout<Value: Sendable>: Sendable {
  struct State: Sendable {
    /// Whether the limit is that of the first value.
    var isFirst = true
    /// The time by which a value has to arrive; nil if there is no limit.
    var deadline: Duration?
    var timer: OperatorTimer?
    /// Whether the timer has fired at the very instant of the deadline, and waits behind the other timers of that instant.
    var isLastCall = false
    var time = SteadyTime()
  }
  typealias Here = OperatorContext<State, Value>

  let first: Duration
  let each: Duration?
  let scheduler: any Scheduler
  let customError: (@Sendable () throws -> any Error)?

  func applied(to signal: Signal<Value>) -> Signal<Value> {
    signal.context(State(), begin: begin, listening: wait, receive)
  }

  private func begin(_ context: Here) {
    context.state.deadline = context.state.time.now(on: scheduler) + first
  }

  private func receive(_ context: Here, _ event: Event<Value>) {
    context.pass(event)
    guard context.isOpen else { return }
    context.state.isLastCall = false
    // Measured from here, so that the time of a slow handler doesn't count against the signal.
    context.state.deadline = each.map { context.state.time.now(on: scheduler) + $0 }
    guard context.state.isFirst else { return }
    context.state.isFirst = false
    // The timer of the first limit may fire too late for the other one. If there is none yet, it is set after this.
    if first != each, let timer = context.state.timer {
      context.cancel(timer)
      wait(context)
    }
  }

  // One timer at a time: if it fires too early for the last value, it is set again. The first one is set after upstream
  // was subscribed to, so that an event of the same instant is in time, and the upper of two equal timeouts fires
  // first.
  private func wait(_ context: Here) {
    context.state.timer = context.state.deadline.map { deadline in
      let rest = deadline - context.state.time.now(on: scheduler)
      return context.schedule(after: max(rest, .zero), on: scheduler, ring)
    }
  }

  private func ring(_ context: Here) throws {
    guard let deadline = context.state.deadline else { return }
    let interval = context.state.isFirst ? first : each
    let now = context.state.time.now(on: scheduler)
    // Upstream may have set a timer for this instant after this one was set.
    let isLastCall = now == deadline && interval != .zero && !context.state.isLastCall
    guard now >= deadline, !isLastCall else {
      context.state.isLastCall = isLastCall
      return wait(context)
    }
    context.finish(.failed(try customError?() ?? TimeoutError(interval: interval)))
  }
}
