public import Dispatch

extension Signal {
  /// Passes on, at the end of each `interval`, an array of the values that came in it.
  ///
  /// ![A marble diagram of collect, every](collect-every)
  ///
  /// The intervals follow each other from the subscription on. One in which nothing came passes on nothing, and an idle
  /// signal needs no timer. Arrays come on the scheduler; what comes before the scheduler calls is still among them. The
  /// rest is passed on at the finish, on the thread that finishes, and dropped at a failure. With an interval of nought,
  /// what is sent before the scheduler's next call comes together.
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
    precondition(interval >= .zero, "collect can't wait for \(interval): give an interval of nought or longer.")
    return collect(CollectByTime(count: .max, interval: interval, scheduler: scheduler)).seen(as: "collect", file, line)
  }

  /// Passes on arrays of `count` values, each as soon as it is full, or at the end of an `interval` with what there is.
  ///
  /// ![A marble diagram of collect, orEvery](collect-orEvery)
  ///
  /// The intervals follow each other from the subscription on; a full array ends the one in which it became full, and
  /// is passed on within the send of its last value. All else is as with ``collect(every:on:file:line:)``.
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
    precondition(count > 0, "collect can't make arrays of \(count): give a count of 1 or more.")
    precondition(interval >= .zero, "collect can't wait for \(interval): give an interval of nought or longer.")
    return collect(CollectByTime(count: count, interval: interval, scheduler: scheduler)).seen(
      as: "collect", file, line)
  }

  private func collect(_ collecting: CollectByTime<Value>) -> Signal<[Value]> {
    crossing(CollectByTime<Value>.State(), begin: collecting.begin, collecting.receive)
  }
}

private struct CollectByTime<Value: Sendable>: Sendable {
  struct State: Sendable {
    var collected: [Value] = []
    /// Since when intervals follow each other.
    var start = Duration.zero
    /// When the one ends of which there are values.
    var deadline = Duration.zero
    var hasTimer = false
    var time = SteadyTime()

    mutating func takeCollected() -> [Value] {
      let taken = collected
      collected = []
      return taken
    }
  }
  typealias Here = Crossing<State, [Value]>

  let count: Int
  let interval: Duration
  let scheduler: any Scheduler

  func begin(_ crossing: Here) { crossing.state.start = crossing.state.time.now(on: scheduler) }

  func receive(_ crossing: Here, _ event: Event<Value>) {
    switch event {
    case .value(let value):
      crossing.state.collected.append(value)
      if crossing.state.collected.count == count {
        crossing.state.start = crossing.state.time.now(on: scheduler)
        crossing.pass(crossing.state.takeCollected())
      } else if crossing.state.collected.count == 1 {
        beginInterval(crossing)
      }
    case .end(.finished):
      if !crossing.state.collected.isEmpty { crossing.pass(crossing.state.takeCollected()) }
      crossing.finish(.finished)
    case .end(let failure):
      crossing.finish(failure)
    }
  }

  private func beginInterval(_ crossing: Here) {
    let now = crossing.state.time.now(on: scheduler)
    let rest = (now - crossing.state.start).remainder(of: interval)
    crossing.state.deadline = now + rest
    if !crossing.state.hasTimer { wait(crossing, for: rest) }
  }

  // One timer at a time. Where a full array has ended the interval for which it was set, it finds nothing, or is set
  // anew for what has come since.
  private func wait(_ crossing: Here, for time: Duration) {
    crossing.state.hasTimer = true
    crossing.schedule(after: time, on: scheduler, ring)
  }

  private func ring(_ crossing: Here) {
    crossing.state.hasTimer = false
    guard !crossing.state.collected.isEmpty else { return }
    let rest = crossing.state.deadline - crossing.state.time.now(on: scheduler)
    if rest > .zero { wait(crossing, for: rest) } else { crossing.pass(crossing.state.takeCollected()) }
  }
}
