public import Dispatch

extension SignalConvertible where Value: Sendable {
  /// Drops the values that arrive before `interval` has passed since the subscription, and emits all later ones.
  ///
  /// ![A marble diagram of dropFirst, for](dropFirst-for)
  ///
  /// Nothing waits: the scheduler serves only as the clock. A value at the very instant is emitted, so these are exactly
  /// the values that ``prefix(for:on:file:line:)`` leaves out. The end is passed on at once, also before that time. With
  /// an interval of zero, all values are emitted.
  ///
  /// ```swift
  /// let settled = sensor.dropFirst(for: .seconds(2))
  /// ```
  public func dropFirst(
    for interval: Duration, on scheduler: some Scheduler = DispatchQueue.global(), file: StaticString = #fileID,
    line: UInt = #line
  ) -> Signal<Value> {
    requireArgument(
      interval >= .zero, "dropFirst(for: \(interval)): the interval is negative; use zero or longer.",
      file, line)
    return Signal<Value> { [signal] downstream, connection in
      var time = SteadyTime()
      let deadline = time.now(on: scheduler) + interval
      let initial = (time: time, passesOn: interval == .zero)
      let dropping: Signal<Value> = signal.stage(initial) { state, value, downstream in
        if !state.passesOn { state.passesOn = state.time.now(on: scheduler) >= deadline }
        if state.passesOn { try downstream.pass(value) }
      }
      dropping.attach(downstream, connection)
    }.labeled("dropFirst", file, line)
  }
}
