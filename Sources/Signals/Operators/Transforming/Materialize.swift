extension SignalConvertible where Value: Sendable {
  /// Emits all events as values, including the end, then finishes. So the result never fails by itself.
  ///
  /// ![A marble diagram of materialize](materialize)
  ///
  /// An error thrown downstream doesn't belong to this signal and doesn't become a value.
  ///
  /// ```swift
  /// let outcomes = download.materialize()  // .value(…), .value(…), .end(.failed(…)), and the finish
  /// ```
  public func materialize(file: StaticString = #fileID, line: UInt = #line) -> Signal<Event<Value>> {
    signal.stage(()) { _, value, downstream in
      downstream.deliver(.value(value))
    } atEnd: { _, end, downstream in
      downstream.end(.finished, after: .end(end))
    }.labeled("materialize", file, line)
  }

  /// Turns values that are events back into events: the opposite of ``materialize(file:line:)``.
  ///
  /// ![A marble diagram of dematerialize](dematerialize)
  ///
  /// A value that is an end ends the result, and cancels the upstream subscription. Without one, the result ends when
  /// this signal does.
  ///
  /// ```swift
  /// let values = recording.dematerialize()
  /// ```
  public func dematerialize<Inner: Sendable>(file: StaticString = #fileID, line: UInt = #line) -> Signal<Inner>
  where Value == Event<Inner> {
    signal.stage(false) { hasEnded, event, downstream in
      if hasEnded { return }
      switch event {
      case .value(let value): try downstream.pass(value)
      case .end(let end):
        hasEnded = true
        downstream.end(end)
      }
    }.labeled("dematerialize", file, line)
  }
}
