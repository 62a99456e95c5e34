extension SignalConvertible where Value: Sendable {
  /// Emits the given values, in their order, and only then subscribes to this signal.
  ///
  /// ![A marble diagram of prepend](prepend)
  ///
  /// The values are emitted within the subscribing call. Events that this signal sends in the meantime are missed.
  ///
  /// ```swift
  /// let status = changes.prepend("starting")
  /// ```
  @inlinable
  public func prepend(_ values: Value..., file: StaticString = #fileID, line: UInt = #line) -> Signal<Value> {
    prepend(contentsOf: values).labeled("prepend", file, line)
  }

  /// Emits the elements of a sequence, and only then subscribes to this signal.
  ///
  /// ![A marble diagram of prepend](prepend)
  ///
  /// ```swift
  /// let log = newLines.prepend(contentsOf: oldLines)
  /// ```
  @inlinable
  public func prepend(
    contentsOf sequence: some Sequence<Value> & Sendable, file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Value> {
    Signal<Value> { [signal] downstream, connection in
      for value in sequence {
        guard connection.isOpen, downstream.deliver(value) else { return }
      }
      if connection.isOpen { signal.attach(downstream, connection) }
    }.labeled("prepend", file, line)
  }
}
