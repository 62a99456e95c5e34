public import Dispatch

extension SignalConvertible where Value: Sendable {
  /// Emits, at the end of each `interval`, an array of the values that arrived in it.
  ///
  /// ![A marble diagram of collect, every](collect-every)
  ///
  /// The intervals follow each other from the subscription on. An interval without values emits nothing, and an idle
  /// signal needs no timer. Arrays are emitted on the scheduler; they include the values that arrive before the
  /// scheduler calls. At the finish, the remaining values are emitted on the finishing thread; at a failure, they are
  /// dropped. With an interval of zero, all values sent before the scheduler's next call are emitted together.
  ///
  /// ```swift
  /// let endpoint = measurements
  ///   .collect(every: .seconds(1))
  ///   .subscribeValues { store($0) }
  /// ```
  public func collect(
    every interval: Duration, on scheduler: some Scheduler = DispatchQueue.global(),
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<[Value]> {
    requireArgument(
      interval >= .zero, "collect(every: \(interval)): the interval is negative; use zero or longer.", file, line)
    return collect(CollectByTime(count: .max, interval: interval, scheduler: scheduler)).labeled("collect", file, line)
  }

  /// Emits arrays of `count` values, each as soon as it is full, or a shorter one at the end of an `interval`.
  ///
  /// ![A marble diagram of collect, orEvery](collect-orEvery)
  ///
  /// The intervals follow each other from the subscription on; a full array ends the current interval, and is emitted
  /// within the send of its last value. Otherwise, it behaves like ``collect(every:on:file:line:)``.
  ///
  /// ```swift
  /// let endpoint = lines
  ///   .collect(100, orEvery: .seconds(1))
  ///   .subscribeValues { upload($0) }
  /// ```
  public func collect(
    _ count: Int, orEvery interval: Duration, on scheduler: some Scheduler = DispatchQueue.global(),
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<[Value]> {
    requireArgument(
      count > 0, "collect(\(count), orEvery:): the number of values must be positive; use 1 or more.", file, line)
    requireArgument(
      interval >= .zero, "collect(orEvery: \(interval)): the interval is negative; use zero or longer.", file, line)
    return collect(CollectByTime(count: count, interval: interval, scheduler: scheduler)).labeled("collect", file, line)
  }

  private func collect(_ collecting: CollectByTime<Value>) -> Signal<[Value]> {
    signal.context(CollectByTime<Value>.State(), begin: collecting.begin, collecting.receive)
  }
}

private struct CollectByTime<Value: Sendable>: Sendable {
  struct State: Sendable {
    var collected: [Value] = []
    /// The time from which the intervals follow each other.
    var start = Duration.zero
    /// The end of the interval in which the collected values arrived.
    var deadline = Duration.zero
    var hasTimer = false
    var time = SteadyTime()

    mutating func takeCollected() -> [Value] {
      let taken = collected
      collected = []
      return taken
    }
  }
  typealias Here = OperatorContext<State, [Value]>

  let count: Int
  let interval: Duration
  let scheduler: any Scheduler

  func begin(_ context: Here) { context.state.start = context.state.time.now(on: scheduler) }

  func receive(_ context: Here, _ event: Event<Value>) {
    switch event {
    case .value(let value):
      context.state.collected.append(value)
      if context.state.collected.count == count {
        context.state.start = context.state.time.now(on: scheduler)
        context.pass(context.state.takeCollected())
      } else if context.state.collected.count == 1 {
        beginInterval(context)
      }
    case .end(.finished):
      if !context.state.collected.isEmpty { context.pass(context.state.takeCollected()) }
      context.finish(.finished)
    case .end(let failure):
      context.finish(failure)
    }
  }

  private func beginInterval(_ context: Here) {
    let now = context.state.time.now(on: scheduler)
    let rest = (now - context.state.start).remainder(of: interval)
    context.state.deadline = now + rest
    if !context.state.hasTimer { wait(context, for: rest) }
  }

  // One timer at a time. If a full array has ended the interval for which the timer was set, the timer finds no values,
  // or is set again for those that have arrived since.
  private func wait(_ context: Here, for time: Duration) {
    context.state.hasTimer = true
    context.schedule(after: time, on: scheduler, ring)
  }

  private func ring(_ context: Here) {
    context.state.hasTimer = false
    guard !context.state.collected.isEmpty else { return }
    let rest = context.state.deadline - context.state.time.now(on: scheduler)
    if rest > .zero { wait(context, for: rest) } else { context.pass(context.state.takeCollected()) }
  }
}
