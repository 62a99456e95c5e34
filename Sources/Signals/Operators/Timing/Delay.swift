public import Dispatch

extension SignalConvertible where Value: Sendable {
  /// Emits every value, and the finish, `interval` later on the scheduler, in order.
  ///
  /// ![A marble diagram of delay](delay)
  ///
  /// ![A marble diagram of delay, failing](delay-failing)
  ///
  /// A failure is not delayed: it is passed on at once, and the waiting values are dropped. With an interval of zero,
  /// all events wait for the scheduler's next call.
  ///
  /// ```swift
  /// let endpoint = keystrokes
  ///   .delay(for: .seconds(1))
  ///   .subscribeValues { echo($0) }
  /// ```
  public func delay(
    for interval: Duration, on scheduler: some Scheduler = DispatchQueue.global(), file: StaticString = #fileID,
    line: UInt = #line
  ) -> Signal<Value> {
    requireArgument(
      interval >= .zero, "delay(for: \(interval)): the interval is negative; use zero or longer.", file, line)
    return signal.context(Delay<Value>.State(), Delay<Value>(interval: interval, scheduler: scheduler).receive).labeled(
      "delay", file, line)
  }
}

private struct Delay<Value: Sendable>: Sendable {
  struct State: Sendable {
    /// The waiting events, each with the time when it is due.
    var waiting = Backlog<(due: Duration, event: Event<Value>)>()
    /// Whether the next event has a timer, or is being emitted.
    var isBusy = false
    /// The number of events emitted since the scheduler was last given back.
    var run = 0
    var time = SteadyTime()
  }
  typealias Here = OperatorContext<State, Value>

  let interval: Duration
  let scheduler: any Scheduler

  func receive(_ context: Here, _ event: Event<Value>) {
    if case .end(.failed) = event { return context.pass(event) }
    let due = context.state.time.now(on: scheduler) + interval
    _ = context.state.waiting.append((due, event), isEnd: false)
    guard !context.state.isBusy else { return }
    context.state.isBusy = true
    context.schedule(after: interval, on: scheduler, ring)
  }

  private func ring(_ context: Here) {
    context.state.run = 0
    passOn(context)
  }

  /// Emits one event, if it is due, and arranges for the next one: each is a turn of its own.
  private func passOn(_ context: Here) {
    let now = context.state.time.now(on: scheduler)
    let isDue = context.state.waiting.first.map { $0.due <= now } ?? false
    let present = isDue ? context.state.waiting.takeFirst()?.event : nil
    context.state.run += 1
    let rest = context.state.waiting.first.map { $0.due - now }
    // During a long burst, the scheduler is yielded to other work now and then.
    let needsTimer = rest.map { $0 > .zero || context.state.run == 256 } ?? false
    // Before the event is passed on, so that this timer precedes those that operators downstream set for its instant.
    if let rest, needsTimer { context.schedule(after: max(rest, .zero), on: scheduler, ring) }
    if let present { context.pass(present) }
    guard context.isOpen, !needsTimer else { return }
    if rest == nil { context.state.isBusy = false } else { context.enter(passOn) }
  }
}
