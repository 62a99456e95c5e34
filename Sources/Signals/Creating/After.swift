public import Dispatch

extension SignalConvertible {
  /// Emits one value after `delay`, on the scheduler, then finishes. The time is measured from each subscription (C2).
  ///
  /// ![A marble diagram of after](after)
  ///
  /// With a delay of zero, the value is emitted at the scheduler's next call.
  ///
  /// ```swift
  /// let hint = Signal.after(.seconds(10), "Still there?").prefix(untilOutputFrom: keystrokes)
  /// ```
  public static func after<Output: Sendable>(
    _ delay: Duration, _ value: Output, on scheduler: some Scheduler = DispatchQueue.global(),
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Output> where Self == Signal<Output> {
    requireArgument(delay >= .zero, "after(\(delay)): the delay is negative; use zero or longer.", file, line)
    return Signal<Output> { downstream, connection in
      let context = OperatorContext((), downstream, connection)
      guard connection.connect(to: context) else { return }
      context.enter { context in
        context.schedule(after: delay, on: scheduler) { context in
          context.pass(value)
          context.finish(.finished)
        }
      }
    }.labeled("after", file, line, kind: .source)
  }
}

extension SignalConvertible where Self == Signal<Void> {
  /// Emits the empty value after `delay`, on the scheduler, then finishes: see ``SignalConvertible/after(_:_:on:file:line:)``.
  ///
  /// ![A marble diagram of after](after)
  ///
  /// ```swift
  /// let soon = work.prefix(untilOutputFrom: .after(.seconds(5)))
  /// ```
  public static func after(
    _ delay: Duration, on scheduler: some Scheduler = DispatchQueue.global(),
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Void> {
    after(delay, (), on: scheduler, file: file, line: line)
  }
}
