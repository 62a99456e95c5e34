public import Dispatch

/// What a signal fails with when it has been silent for too long. See ``Signal/timeout(_:on:customError:file:line:)``.
public struct TimeoutError: Error, Hashable, CustomStringConvertible {
  /// How long nothing had come.
  public let interval: Duration

  /// For an operator of your own that gives up after a while.
  public init(interval: Duration) { self.interval = interval }

  /// `nothing came for 5.0 seconds`.
  public var description: String { "nothing came for \(interval)" }
}

extension Signal {
  /// Fails when no value comes for `interval`, and cancels what is above.
  ///
  /// ![A marble diagram of timeout](timeout)
  ///
  /// The time is counted from the subscription, and anew after each value, once it has been handled. The failure comes on
  /// the scheduler, and never after an end. A value that comes at the very instant is in time if it is there before the
  /// scheduler calls. With an interval of nought it fails at the scheduler's first call, unless the signal has ended before.
  ///
  /// ```swift
  /// let endpoint = response
  ///   .timeout(.seconds(5))
  ///   .subscribe { print($0) }
  /// ```
  ///
  /// `customError` makes the error. Where it is nil, that is a ``TimeoutError``. If it throws, that is the error.
  public func timeout(
    _ interval: Duration, on scheduler: some Scheduler = DispatchQueue.global(),
    customError: (@Sendable () throws -> any Error)? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal {
    precondition(interval >= .zero, "timeout can't wait for \(interval): give an interval of nought or longer.")
    let timeout = Timeout<Value>(interval: interval, scheduler: scheduler, customError: customError)
    return crossing(Timeout<Value>.State(), begin: timeout.begin, timeout.receive).seen(as: "timeout", file, line)
  }
}

private struct Timeout<Value: Sendable>: Sendable {
  struct State: Sendable {
    var deadline = Duration.zero
    var time = SteadyTime()
  }
  typealias Here = Crossing<State, Value>

  let interval: Duration
  let scheduler: any Scheduler
  let customError: (@Sendable () throws -> any Error)?

  func begin(_ crossing: Here) {
    crossing.state.deadline = crossing.state.time.now(on: scheduler) + interval
    wait(crossing, for: interval)
  }

  func receive(_ crossing: Here, _ event: Event<Value>) {
    crossing.pass(event)
    // Counted from here, so that a slow handler is not held against the signal.
    if crossing.isOpen { crossing.state.deadline = crossing.state.time.now(on: scheduler) + interval }
  }

  // One timer at a time: when it comes too early for the last value, it is set anew.
  private func wait(_ crossing: Here, for time: Duration) {
    crossing.schedule(after: time, on: scheduler, ring)
  }

  private func ring(_ crossing: Here) throws {
    let rest = crossing.state.deadline - crossing.state.time.now(on: scheduler)
    guard rest <= .zero else { return wait(crossing, for: rest) }
    crossing.finish(.failed(try customError?() ?? TimeoutError(interval: interval)))
  }
}
