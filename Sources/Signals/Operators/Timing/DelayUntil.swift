extension SignalConvertible where Value: Sendable {
  /// Emits each value when the signal emits that `until` returns for it.
  ///
  /// ![A marble diagram of delay, until](delay-until)
  ///
  /// Each value waits for its own signal, so a later value may be emitted first. A signal that emits within the
  /// subscribing call lets its value pass at once. If it finishes without a value, its value is dropped. If it fails,
  /// or `until` throws, the result fails.
  ///
  /// The finish of this signal is passed on when no value waits any more. A failure is not delayed: the waiting values
  /// are dropped.
  ///
  /// ```swift
  /// let shown = messages.delay { message in .after(message.delay) }
  /// ```
  public func delay<Moment: Sendable>(
    until: @escaping @Sendable (Value) throws -> Signal<Moment>, file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Value> {
    signal.context(DelayUntil()) { context, event in
      switch event {
      case .value(let value):
        context.state.waiting += 1
        context.wait(for: try until(value)) { context, isDue in
          context.state.waiting -= 1
          if isDue { context.pass(value) }
          if context.isOpen { finishIfOver(context) }
        }
      case .end(.finished):
        context.state.hasEnded = true
        finishIfOver(context)
      case .end(let failure):
        context.finish(failure)
      }
    }.labeled("delay", file, line)
  }
}

private struct DelayUntil: Sendable {
  /// The number of values that wait.
  var waiting = 0
  /// Whether the upstream signal has finished.
  var hasEnded = false
}

private func finishIfOver<Value>(_ context: OperatorContext<DelayUntil, Value>) {
  if context.state.hasEnded, context.state.waiting == 0 { context.finish(.finished) }
}
