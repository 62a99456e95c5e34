extension SignalConvertible where Value: Sendable {
  /// Emits the given values, in their order, when this signal has finished, then finishes. After a failure, nothing is
  /// added.
  ///
  /// ![A marble diagram of append](append)
  ///
  /// ```swift
  /// let status = steps.append("done")
  /// ```
  public func append(_ values: Value..., file: StaticString = #fileID, line: UInt = #line) -> Signal<Value> {
    append(contentsOf: values).labeled("append", file, line)
  }

  /// Emits the elements of a sequence when this signal has finished, then finishes.
  ///
  /// ![A marble diagram of append](append)
  ///
  /// ```swift
  /// let page = body.append(contentsOf: footnotes)
  /// ```
  public func append(
    contentsOf sequence: some Sequence<Value> & Sendable, file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Value> {
    Signal<Value> { [signal] downstream, connection in
      let appending: Signal<Value> = signal.stage(()) { _, value, downstream in
        downstream.deliver(value)
      } atEnd: { _, end, downstream in
        if case .finished = end {
          for value in sequence {
            guard connection.isOpen, downstream.deliver(value) else { return }
          }
        }
        downstream.end(end)
      }
      appending.attach(downstream, connection)
    }.labeled("append", file, line)
  }
}
