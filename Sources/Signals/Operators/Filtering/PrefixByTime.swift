public import Dispatch

extension SignalConvertible where Value: Sendable {
  /// Emits values until `interval` has passed since the subscription, then finishes and cancels the upstream
  /// subscription.
  ///
  /// ![A marble diagram of prefix, for](prefix-for)
  ///
  /// The finish is emitted on the scheduler, or in place of the first value that arrives after that time, if the
  /// scheduler is late. A value at the very instant comes too late: it is the first one of
  /// ``dropFirst(for:on:file:line:)``. An end before that time is passed on at once. With an interval of zero, the
  /// result finishes at once and doesn't subscribe to this signal.
  ///
  /// ```swift
  /// let found = scanner.prefix(for: .seconds(5)).collect()
  /// ```
  public func prefix(
    for interval: Duration, on scheduler: some Scheduler = DispatchQueue.global(), file: StaticString = #fileID,
    line: UInt = #line
  ) -> Signal<Value> {
    requireArgument(
      interval >= .zero, "prefix(for: \(interval)): the interval is negative; use zero or longer.",
      file, line)
    guard interval > .zero else { return .empty().labeled("prefix", file, line) }
    let prefix = PrefixByTime<Value>(interval: interval, scheduler: scheduler)
    return signal.context(PrefixByTime<Value>.State(), begin: prefix.begin, prefix.receive)
      .labeled("prefix", file, line)
  }
}

private struct PrefixByTime<Value: Sendable>: Sendable {
  struct State: Sendable {
    var deadline = Duration.zero
    var time = SteadyTime()
  }
  typealias Here = OperatorContext<State, Value>

  let interval: Duration
  let scheduler: any Scheduler

  // Before upstream is subscribed to, since that may take time itself.
  func begin(_ context: Here) {
    context.state.deadline = context.state.time.now(on: scheduler) + interval
    context.schedule(after: interval, on: scheduler) { context in context.finish(.finished) }
  }

  func receive(_ context: Here, _ event: Event<Value>) {
    // The timer may be late, or wait for an upstream signal that emits without end within the subscribing call.
    if case .value = event, context.state.time.now(on: scheduler) >= context.state.deadline {
      context.finish(.finished)
    } else {
      context.pass(event)
    }
  }
}
