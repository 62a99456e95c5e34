public import Dispatch

extension Signal {
  /// Passes on a value once `interval` has gone by without another one: the last of a flurry.
  ///
  /// ![A marble diagram of debounce](debounce)
  ///
  /// Values come on the scheduler. At the finish a value that still waits is passed on at once, then the finish; a
  /// failure passes at once, and the waiting value is dropped. A value takes the place of the one that waits until the
  /// scheduler has called, also at the very instant for which that was due.
  ///
  /// With an interval of nought, a value waits for the scheduler's next call: of several that are sent before it, the
  /// last comes through.
  ///
  /// ```swift
  /// let endpoint = query
  ///   .debounce(for: .milliseconds(300))
  ///   .subscribeValues { search($0) }
  /// ```
  public func debounce(
    for interval: Duration, on scheduler: some Scheduler = DispatchQueue.global(), file: StaticString = #fileID,
    line: UInt = #line
  ) -> Signal {
    precondition(interval >= .zero, "debounce can't wait for \(interval): give an interval of nought or longer.")
    return crossing(
      Debounce<Value>.State(), Debounce<Value>(interval: interval, scheduler: scheduler).receive
    ).seen(as: "debounce", file, line)
  }
}

private struct Debounce<Value: Sendable>: Sendable {
  struct State: Sendable {
    var waiting: Value?
    var deadline = Duration.zero
    var hasTimer = false
    var time = SteadyTime()
  }
  typealias Here = Crossing<State, Value>

  let interval: Duration
  let scheduler: any Scheduler

  func receive(_ crossing: Here, _ event: Event<Value>) {
    switch event {
    case .value(let value):
      crossing.state.waiting = value
      crossing.state.deadline = crossing.state.time.now(on: scheduler) + interval
      if !crossing.state.hasTimer { wait(crossing, for: interval) }
    case .end(.finished):
      passOn(crossing)
      crossing.finish(.finished)
    case .end(let failure):
      crossing.finish(failure)
    }
  }

  // One timer at a time, however many values there are: when it comes too early for the last of them, it is set anew.
  private func wait(_ crossing: Here, for time: Duration) {
    crossing.state.hasTimer = true
    crossing.schedule(after: time, on: scheduler, ring)
  }

  private func ring(_ crossing: Here) {
    crossing.state.hasTimer = false
    let rest = crossing.state.deadline - crossing.state.time.now(on: scheduler)
    if rest > .zero { wait(crossing, for: rest) } else { passOn(crossing) }
  }

  private func passOn(_ crossing: Here) {
    guard let value = crossing.state.waiting else { return }
    crossing.state.waiting = nil
    crossing.pass(value)
  }
}
