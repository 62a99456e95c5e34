public import Dispatch

extension Signal {
  /// One value after a while, on the scheduler, then the finish. The time is counted from each subscription (C2).
  ///
  /// ![A marble diagram of after](after)
  ///
  /// With a delay of nought it comes at the scheduler's next call.
  ///
  /// ```swift
  /// let hint = Signal.after(.seconds(10), "Still there?").prefix(untilOutputFrom: keystrokes)
  /// ```
  public static func after(
    _ delay: Duration, _ value: Value, on scheduler: some Scheduler = DispatchQueue.global(),
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal {
    precondition(delay >= .zero, "Nothing comes after \(delay): give a delay of nought or longer.")
    return Signal { downstream, line in
      let crossing = Crossing((), downstream, line)
      guard line.connect(to: crossing) else { return }
      crossing.enter { crossing in
        crossing.schedule(after: delay, on: scheduler) { crossing in
          crossing.pass(value)
          crossing.finish(.finished)
        }
      }
    }.seen(as: "after", file, line, kind: .source)
  }
}

extension Signal where Value == Void {
  /// The news that a while is over, on the scheduler, then the finish: see ``Signal/after(_:_:on:file:line:)``.
  ///
  /// ![A marble diagram of after](after)
  ///
  /// ```swift
  /// let soon = work.prefix(untilOutputFrom: .after(.seconds(5)))
  /// ```
  public static func after(
    _ delay: Duration, on scheduler: some Scheduler = DispatchQueue.global(),
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal {
    after(delay, (), on: scheduler).seen(as: "after", file, line, kind: .source)
  }
}
