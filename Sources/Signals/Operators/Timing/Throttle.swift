public import Dispatch

extension SignalConvertible where Value: Sendable {
  /// Emits a value at once, then at most one value in each `interval`.
  ///
  /// ![A marble diagram of throttle](throttle)
  ///
  /// ![A marble diagram of throttle, first](throttle-first)
  ///
  /// Each emitted value opens a window of that length. With `latest`, the last value of a window is emitted at its end,
  /// on the scheduler, and opens the next window; otherwise all values within a window are dropped. When the window is
  /// over, the next value is again emitted at once, on the sending thread.
  ///
  /// At the finish, a waiting value is emitted at once, before the finish, so `latest` never loses the last value. A
  /// failure is passed on at once, and the waiting value is dropped. With an interval of zero, every value is emitted
  /// at once.
  ///
  /// ```swift
  /// let endpoint = pointer
  ///   .throttle(for: .milliseconds(16))
  ///   .subscribeValues { draw(at: $0) }
  /// ```
  public func throttle(
    for interval: Duration, latest: Bool = true, on scheduler: some Scheduler = DispatchQueue.global(),
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Value> {
    requireArgument(
      interval >= .zero, "throttle(for: \(interval)): the interval is negative; use zero or longer.", file, line)
    return signal.context(
      Throttle<Value>.State(), Throttle<Value>(interval: interval, scheduler: scheduler, latest: latest).receive
    ).labeled("throttle", file, line)
  }
}

private struct Throttle<Value: Sendable>: Sendable {
  struct State: Sendable {
    /// The time when the latest window ends, or ended.
    var end: Duration?
    /// The value that waits for that time. A timer is set for it.
    var waiting: Value?
    var time = SteadyTime()
  }
  typealias Here = OperatorContext<State, Value>

  let interval: Duration
  let scheduler: any Scheduler
  let latest: Bool

  func receive(_ context: Here, _ event: Event<Value>) {
    switch event {
    case .value(let value): receive(context, value)
    case .end(.finished):
      if let value = context.state.waiting {
        context.state.waiting = nil
        context.pass(value)
      }
      context.finish(.finished)
    case .end(let failure):
      context.finish(failure)
    }
  }

  private func receive(_ context: Here, _ value: Value) {
    let now = context.state.time.now(on: scheduler)
    if context.state.waiting != nil {
      context.state.waiting = value
    } else if let end = context.state.end, now < end {
      guard latest else { return }
      context.state.waiting = value
      context.schedule(after: end - now, on: scheduler, ring)
    } else {
      open(context, value, at: now)
    }
  }

  private func ring(_ context: Here) {
    guard let value = context.state.waiting else { return }
    context.state.waiting = nil
    open(context, value, at: context.state.time.now(on: scheduler))
  }

  private func open(_ context: Here, _ value: Value, at now: Duration) {
    context.state.end = now + interval
    context.pass(value)
  }
}
