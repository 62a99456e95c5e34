public import Dispatch

extension SignalConvertible where Value: Sendable {
  /// Emits a value once `interval` has passed without another one: the last value of a burst.
  ///
  /// ![A marble diagram of debounce](debounce)
  ///
  /// Values are emitted on the scheduler. At the finish, a waiting value is emitted at once, before the finish; at a
  /// failure, it is dropped, and the failure is passed on at once. A new value replaces the waiting one until the
  /// scheduler calls, even at the very instant when that one is due.
  ///
  /// With an interval of zero, a value waits for the scheduler's next call: of several values sent before that call,
  /// the last is emitted.
  ///
  /// ```swift
  /// let endpoint = query
  ///   .debounce(for: .milliseconds(300))
  ///   .subscribeValues { search($0) }
  /// ```
  public func debounce(
    for interval: Duration, on scheduler: some Scheduler = DispatchQueue.global(), file: StaticString = #fileID,
    line: UInt = #line
  ) -> Signal<Value> {
    requireArgument(
      interval >= .zero, "debounce(for: \(interval)): the interval is negative; use zero or longer.", file, line)
    return signal.context(
      Debounce<Value>.State(), Debounce<Value>(interval: interval, scheduler: scheduler).receive
    ).labeled("debounce", file, line)
  }
}

private struct Debounce<Value: Sendable>: Sendable {
  struct State: Sendable {
    var waiting: Value?
    var deadline = Duration.zero
    var hasTimer = false
    var time = SteadyTime()
  }
  typealias Here = OperatorContext<State, Value>

  let interval: Duration
  let scheduler: any Scheduler

  func receive(_ context: Here, _ event: Event<Value>) {
    switch event {
    case .value(let value):
      context.state.waiting = value
      context.state.deadline = context.state.time.now(on: scheduler) + interval
      if !context.state.hasTimer { wait(context, for: interval) }
    case .end(.finished):
      passOn(context)
      context.finish(.finished)
    case .end(let failure):
      context.finish(failure)
    }
  }

  // One timer at a time, however many values arrive: if it fires too early for the last of them, it is set again.
  private func wait(_ context: Here, for time: Duration) {
    context.state.hasTimer = true
    context.schedule(after: time, on: scheduler, ring)
  }

  private func ring(_ context: Here) {
    context.state.hasTimer = false
    let rest = context.state.deadline - context.state.time.now(on: scheduler)
    if rest > .zero { wait(context, for: rest) } else { passOn(context) }
  }

  private func passOn(_ context: Here) {
    guard let value = context.state.waiting else { return }
    context.state.waiting = nil
    context.pass(value)
  }
}
