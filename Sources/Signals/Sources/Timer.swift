public import Dispatch

extension Signal where Value == Int {
  /// Counts 0, 1, 2 …, one number after each `interval`, without end. Each subscription begins anew (C2).
  ///
  /// ![A marble diagram of timer](timer)
  ///
  /// The first number comes when one interval is over, on the scheduler. The rhythm is counted from the subscription, so
  /// that small delays don't add up. Ticks that a slow handler, or a busy scheduler, has missed are left out and not made
  /// up for; the numbers have no gaps.
  ///
  /// ```swift
  /// let endpoint = Signal.timer(every: .seconds(1)).subscribeValues { print("\($0 + 1) s") }
  /// ```
  ///
  /// A tick may be as much as `leeway` late, so that the system can wake up for several timers together.
  public static func timer(
    every interval: Duration, leeway: Duration = .zero, on scheduler: some Scheduler = DispatchQueue.global(),
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal {
    precondition(interval > .zero, "A timer can't tick every \(interval): give an interval longer than nought.")
    precondition(leeway >= .zero, "A timer can't have a leeway of \(leeway): give one of nought or longer.")
    return Signal { downstream, line in
      let crossing = Crossing(Ticking.State(), downstream, line)
      guard line.connect(to: crossing) else { return }
      crossing.enter(Ticking(interval: interval, leeway: leeway, scheduler: scheduler).begin)
    }.seen(as: "timer", file, line, kind: .source)
  }
}

private struct Ticking: Sendable {
  struct State: Sendable {
    var count = 0
    /// When the next tick is due.
    var due = Duration.zero
  }
  typealias Here = Crossing<State, Int>

  let interval: Duration
  let leeway: Duration
  let scheduler: any Scheduler

  func begin(_ crossing: Here) {
    crossing.state.due = scheduler.elapsed + interval
    crossing.schedule(after: interval, leeway: leeway, on: scheduler, tick)
  }

  private func tick(_ crossing: Here) {
    let count = crossing.state.count
    crossing.state.count += 1
    crossing.pass(count)
    guard crossing.isOpen else { return }
    // The next one only now: so two never wait, however long a handler takes.
    let now = scheduler.elapsed
    let lateness = max(now - crossing.state.due, .zero)
    crossing.state.due = now + lateness.remainder(of: interval)
    let rest = crossing.state.due - now
    crossing.schedule(after: rest, leeway: leeway, on: scheduler, tick)
  }
}
