extension Signal {
  /// Makes values of all events, the end too, and finishes after that one. So the result never fails by itself.
  ///
  /// ![A marble diagram of materialize](materialize)
  ///
  /// An error that is thrown further down is not this signal's, and doesn't become a value.
  ///
  /// ```swift
  /// let outcomes = download.materialize()  // .value(…), .value(…), .end(.failed(…)), and the finish
  /// ```
  public func materialize(file: StaticString = #fileID, line: UInt = #line) -> Signal<Event<Value>> {
    stage(()) { _, value, downstream in
      downstream.deliver(.value(value))
    } atEnd: { _, end, downstream in
      downstream.end(.finished, after: .end(end))
    }.seen(as: "materialize", file, line)
  }

  /// Makes events of values that are events: the opposite of ``materialize(file:line:)``.
  ///
  /// ![A marble diagram of dematerialize](dematerialize)
  ///
  /// A value that is an end ends the signal, and cancels what is above. Without one, it ends when what is above does.
  ///
  /// ```swift
  /// let values = recording.dematerialize()
  /// ```
  public func dematerialize<Inner: Sendable>(file: StaticString = #fileID, line: UInt = #line) -> Signal<Inner>
  where Value == Event<Inner> {
    stage(false) { hasEnded, event, downstream in
      if hasEnded { return }
      switch event {
      case .value(let value): try downstream.pass(value)
      case .end(let end):
        hasEnded = true
        downstream.end(end)
      }
    }.seen(as: "dematerialize", file, line)
  }
}
