public import Dispatch

extension SignalConvertible where Self == Signal<Int> {
  /// Emits 0, 1, 2 …, one number after each `interval`, without end. Each subscription begins anew (C2).
  ///
  /// ![A marble diagram of timer](timer)
  ///
  /// The first number is emitted after one interval, on the scheduler. The ticks are timed from the subscription, so
  /// that small delays don't add up. Ticks that are missed because of a slow handler or a busy scheduler are skipped,
  /// and not made up for; the numbers have no gaps. With an interval of zero, each call of the scheduler emits one
  /// number and asks for the next call.
  ///
  /// ```swift
  /// let endpoint = Signal.timer(every: .seconds(1)).subscribeValues { print("\($0 + 1) s") }
  /// ```
  ///
  /// A tick may be late by up to `leeway`, so that the system can wake up once for several timers.
  public static func timer(
    every interval: Duration, leeway: Duration = .zero, on scheduler: some Scheduler = DispatchQueue.global(),
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Int> {
    requireArgument(
      interval >= .zero, "timer(every: \(interval)): the interval is negative; use zero or longer.", file, line)
    requireArgument(
      leeway >= .zero, "timer(leeway: \(leeway)): the leeway is negative; use zero or longer.", file, line)
    return Ticking(delay: interval, interval: interval, leeway: leeway, scheduler: scheduler).signal
      .labeled("timer", file, line, kind: .source)
  }

  /// Emits 0 after `delay`, then 1, 2 …, one number after each `interval`, without end. Each subscription begins anew
  /// (C2).
  ///
  /// ![A marble diagram of timer, after](timer-after)
  ///
  /// The ticks are timed from the end of the delay. With a delay of zero, the first number is emitted at the
  /// scheduler's next call. Otherwise, it behaves like ``timer(every:leeway:on:file:line:)``.
  ///
  /// ```swift
  /// let endpoint = Signal.timer(after: .zero, every: .seconds(60)).subscribeValues { _ in refresh() }
  /// ```
  public static func timer(
    after delay: Duration, every interval: Duration, leeway: Duration = .zero,
    on scheduler: some Scheduler = DispatchQueue.global(), file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Int> {
    requireArgument(
      delay >= .zero, "timer(after: \(delay), every:): the delay is negative; use zero or longer.", file, line)
    requireArgument(
      interval >= .zero, "timer(after:every: \(interval)): the interval is negative; use zero or longer.", file, line)
    requireArgument(
      leeway >= .zero, "timer(leeway: \(leeway)): the leeway is negative; use zero or longer.", file, line)
    return Ticking(delay: delay, interval: interval, leeway: leeway, scheduler: scheduler).signal
      .labeled("timer", file, line, kind: .source)
  }
}

private struct Ticking: Sendable {
  struct State: Sendable {
    var count = 0
    /// The time when the next tick is due.
    var due = Duration.zero
  }
  typealias Here = OperatorContext<State, Int>

  /// The time before the first tick.
  let delay: Duration
  let interval: Duration
  let leeway: Duration
  let scheduler: any Scheduler

  var signal: Signal<Int> {
    Signal { downstream, connection in
      let context = OperatorContext(State(), downstream, connection)
      guard connection.connect(to: context) else { return }
      context.enter(begin)
    }
  }

  private func begin(_ context: Here) {
    context.state.due = scheduler.elapsed + delay
    context.schedule(after: delay, leeway: leeway, on: scheduler, tick)
  }

  private func tick(_ context: Here) {
    let count = context.state.count
    context.state.count += 1
    context.pass(count)
    guard context.isOpen else { return }
    // The next tick is scheduled only now, so that two never wait, however long a handler takes.
    let now = scheduler.elapsed
    let lateness = max(now - context.state.due, .zero)
    context.state.due = now + lateness.remainder(of: interval)
    let rest = context.state.due - now
    context.schedule(after: rest, leeway: leeway, on: scheduler, tick)
  }
}
