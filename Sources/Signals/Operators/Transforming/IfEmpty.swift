extension SignalConvertible where Value: Sendable {
  /// Continues with another signal when this one finishes without a value.
  ///
  /// ![A marble diagram of ifEmpty](ifEmpty)
  ///
  /// The other signal is subscribed to at that finish, and its events are passed on. After a value, or at a failure, it is
  /// not subscribed to. For a single value, use ``replaceEmpty(with:file:line:)``.
  ///
  /// ```swift
  /// let results = localResults.ifEmpty(switchTo: remoteResults)
  /// ```
  public func ifEmpty(
    switchTo other: some SignalConvertible<Value>, file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Value> {
    let other = other.signal
    return signal.context(true) { context, event in
      switch event {
      case .value(let value):
        context.state = false
        context.pass(value)
      case .end(.finished) where context.state:
        context.subscribe(to: other) { context, event in context.pass(event) }
      case .end(let end):
        context.finish(end)
      }
    }.labeled("ifEmpty", file, line)
  }
}
