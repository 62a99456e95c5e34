public import Dispatch

extension SignalConvertible where Value: Sendable {
  /// Emits, for each value, the time since the value before it, or since the subscription for the first one.
  ///
  /// ![A marble diagram of measureInterval](measureInterval)
  ///
  /// Nothing waits: the scheduler serves only as the clock.
  ///
  /// ```swift
  /// let gaps = heartbeat.measureInterval()
  /// ```
  public func measureInterval(
    on scheduler: some Scheduler = DispatchQueue.global(), file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Duration> {
    Signal<Duration> { [signal] downstream, connection in
      var time = SteadyTime()
      let start = time.now(on: scheduler)
      let measured: Signal<Duration> = signal.stage((time: time, last: start)) { state, _, downstream in
        let now = state.time.now(on: scheduler)
        let interval = now - state.last
        state.last = now
        try downstream.pass(interval)
      }
      measured.attach(downstream, connection)
    }.labeled("measureInterval", file, line)
  }
}
