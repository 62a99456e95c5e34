public import Dispatch

extension SignalConvertible where Self == Signal<Int> {
  /// Emits 0, 1, 2 …, one number after each `interval`, without end. Each subscription begins anew (C2).
  ///
  /// ![A marble diagram of timer](timer)
  ///
  /// The first number is emitted after one interval, on the scheduler. The ticks are timed from the subscription, so
  /// that small delays don't add up. Ticks that are missed because of a slow handler or a busy scheduler are skipped,
  /// and not made up for; the numbers have no gaps.
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
    requireArgument(interval > .zero, "timer(every: \(interval)): the interval must be longer than zero.", file, line)
    requireArgument(
      leeway >= .zero, "timer(leeway: \(leeway)): the leeway is negative; use zero or longer.", file, line)
    return Signal<Int> { downstream, connection in
      let context = OperatorContext(Ticking.State(), downstream, connection)
      guard connection.connect(to: context) else { return }
      context.enter(Ticking(interval: interval, leeway: leeway, scheduler: scheduler).begin)
    }.labeled("timer", file, line, kind: .source)
  }
}

private struct Ticking: Sendable {
  struct State: Sendable {
    var count = 0
    /// The time when the next tick is due.
    var due = Duration.zero
  }
  typealias Here = OperatorContext<State, Int>

  let interval: Duration
  let leeway: Duration
  let scheduler: any Scheduler

  func begin(_ context: Here) {
    context.state.due = scheduler.elapsed + interval
    context.schedule(after: interval, leeway: leeway, on: scheduler, tick)
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
