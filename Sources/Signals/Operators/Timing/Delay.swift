public import Dispatch

extension Signal {
  /// Passes on every value, and the finish, `interval` later and on the scheduler, in order.
  ///
  /// ![A marble diagram of delay](delay)
  ///
  /// ![A marble diagram of delay, failing](delay-failing)
  ///
  /// A failure is not delayed: it passes at once, and the values that still wait are dropped. With an interval of nought
  /// everything waits for the scheduler's next call.
  ///
  /// ```swift
  /// let endpoint = keystrokes
  ///   .delay(for: .seconds(1))
  ///   .subscribeValues { echo($0) }
  /// ```
  public func delay(
    for interval: Duration, on scheduler: some Scheduler = DispatchQueue.global(), file: StaticString = #fileID,
    line: UInt = #line
  ) -> Signal {
    precondition(interval >= .zero, "delay can't wait for \(interval): give an interval of nought or longer.")
    return crossing(Delay<Value>.State(), Delay<Value>(interval: interval, scheduler: scheduler).receive).seen(
      as: "delay", file, line)
  }
}

private struct Delay<Value: Sendable>: Sendable {
  struct State: Sendable {
    /// Everything that waits, each with its time.
    var waiting = Backlog<(due: Duration, event: Event<Value>)>()
    /// Whether the next one has a timer, or is being passed on.
    var isBusy = false
    /// How many have been passed on without giving the scheduler back.
    var run = 0
    var time = SteadyTime()
  }
  typealias Here = Crossing<State, Value>

  let interval: Duration
  let scheduler: any Scheduler

  func receive(_ crossing: Here, _ event: Event<Value>) {
    if case .end(.failed) = event { return crossing.pass(event) }
    let due = crossing.state.time.now(on: scheduler) + interval
    _ = crossing.state.waiting.append((due, event), isEnd: false)
    guard !crossing.state.isBusy else { return }
    crossing.state.isBusy = true
    crossing.schedule(after: interval, on: scheduler, ring)
  }

  private func ring(_ crossing: Here) {
    crossing.state.run = 0
    passOn(crossing)
  }

  /// Passes one event on, if it is due, and sees to the next one: each is a turn of its own.
  private func passOn(_ crossing: Here) {
    if let next = crossing.state.waiting.first, next.due <= crossing.state.time.now(on: scheduler) {
      _ = crossing.state.waiting.takeFirst()
      crossing.pass(next.event)
    }
    guard crossing.isOpen else { return }
    guard let due = crossing.state.waiting.first?.due else { return crossing.state.isBusy = false }
    let rest = due - crossing.state.time.now(on: scheduler)
    crossing.state.run += 1
    // After a while of a flood others get their chance to use the scheduler.
    if rest <= .zero, crossing.state.run < 256 {
      crossing.enter(passOn)
    } else {
      crossing.schedule(after: max(rest, .zero), on: scheduler, ring)
    }
  }
}
