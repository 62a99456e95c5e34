public import Dispatch

extension Signal {
  /// Passes on a value at once, and then at most one in each `interval`.
  ///
  /// ![A marble diagram of throttle](throttle)
  ///
  /// ![A marble diagram of throttle, first](throttle-first)
  ///
  /// A value that is passed on opens a window of that length. With `latest`, the last value of a window is passed on at
  /// its end, on the scheduler, and opens the next one; without, what comes in a window is left out. When the window is
  /// over, the next value is passed on at once again, on the thread that sends.
  ///
  /// At the finish a value that still waits is passed on at once, then the finish, so the last value is never lost. A
  /// failure passes at once, and the waiting value is dropped. With an interval of nought everything passes at once.
  ///
  /// ```swift
  /// let endpoint = pointer
  ///   .throttle(for: .milliseconds(16))
  ///   .subscribeValues { draw(at: $0) }
  /// ```
  public func throttle(
    for interval: Duration, on scheduler: some Scheduler = DispatchQueue.global(), latest: Bool = true,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal {
    precondition(interval >= .zero, "throttle can't have windows of \(interval): give an interval of nought or longer.")
    return crossing(
      Throttle<Value>.State(), Throttle<Value>(interval: interval, scheduler: scheduler, latest: latest).receive
    ).seen(as: "throttle", file, line)
  }
}

private struct Throttle<Value: Sendable>: Sendable {
  struct State: Sendable {
    /// When the last window ends, or ended.
    var end: Duration?
    /// What waits for that, and has set a timer.
    var waiting: Value?
    var time = SteadyTime()
  }
  typealias Here = Crossing<State, Value>

  let interval: Duration
  let scheduler: any Scheduler
  let latest: Bool

  func receive(_ crossing: Here, _ event: Event<Value>) {
    switch event {
    case .value(let value): receive(crossing, value)
    case .end(.finished):
      if let value = crossing.state.waiting {
        crossing.state.waiting = nil
        crossing.pass(value)
      }
      crossing.finish(.finished)
    case .end(let failure):
      crossing.finish(failure)
    }
  }

  private func receive(_ crossing: Here, _ value: Value) {
    let now = crossing.state.time.now(on: scheduler)
    if crossing.state.waiting != nil {
      crossing.state.waiting = value
    } else if let end = crossing.state.end, now < end {
      guard latest else { return }
      crossing.state.waiting = value
      crossing.schedule(after: end - now, on: scheduler, ring)
    } else {
      open(crossing, value, at: now)
    }
  }

  private func ring(_ crossing: Here) {
    guard let value = crossing.state.waiting else { return }
    crossing.state.waiting = nil
    open(crossing, value, at: crossing.state.time.now(on: scheduler))
  }

  private func open(_ crossing: Here, _ value: Value, at now: Duration) {
    crossing.state.end = now + interval
    crossing.pass(value)
  }
}
