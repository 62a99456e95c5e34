public import Dispatch

extension Signal {
  /// Passes on, for each value, how much time has gone by since the one before it, or since the subscription.
  ///
  /// ![A marble diagram of measureInterval](measureInterval)
  ///
  /// Nothing waits: the scheduler only tells the time.
  ///
  /// ```swift
  /// let gaps = heartbeat.measureInterval()
  /// ```
  public func measureInterval(
    on scheduler: some Scheduler = DispatchQueue.global(), file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Duration> {
    Signal<Duration> { downstream, line in
      var time = SteadyTime()
      let start = time.now(on: scheduler)
      let measured: Signal<Duration> = stage((time: time, last: start)) { state, _, downstream in
        let now = state.time.now(on: scheduler)
        let interval = now - state.last
        state.last = now
        try downstream.pass(interval)
      }
      measured.attach(downstream, line)
    }.seen(as: "measureInterval", file, line)
  }
}
