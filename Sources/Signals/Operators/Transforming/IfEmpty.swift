extension SignalConvertible where Value: Sendable {
  /// Continues with another signal when this one finishes without a value.
  ///
  /// ![A marble diagram of ifEmpty](ifEmpty)
  ///
  /// The other signal is subscribed to at that finish, and its events are passed on. After a value, or at a failure, it
  /// is not subscribed to. For a single value, use ``replaceEmpty(with:file:line:)``.
  ///
  /// ```swift
  /// let results = localResults.ifEmpty(switchTo: remoteResults)
  /// ```
  public func ifEmpty(
    switchTo other: some SignalConvertible<Value>, file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Value> {
    let other = other.signal
    return signal.context(true, continuesAfterEnd: true) { context, event in
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

  /// Fails when this signal finishes without a value.
  ///
  /// ![A marble diagram of ifEmpty, failing](ifEmpty-failing)
  ///
  /// The error is made at that finish, for each subscription anew; if making it throws, the thrown error is used. After
  /// a value, the finish is passed on, and a failure always.
  ///
  /// ```swift
  /// let answer = replies.first { $0.isComplete }.ifEmpty(failWith: NoAnswer())
  /// ```
  public func ifEmpty(
    failWith error: @autoclosure @escaping @Sendable () throws -> any Error, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Signal<Value> {
    signal.stage(true) { isEmpty, value, downstream in
      isEmpty = false
      downstream.deliver(value)
    } atEnd: { isEmpty, end, downstream in
      guard case .finished = end, isEmpty else { return downstream.end(end) }
      do { downstream.end(.failed(try error())) } catch { downstream.end(.failed(error)) }
    }.labeled("ifEmpty", file, line)
  }
}
