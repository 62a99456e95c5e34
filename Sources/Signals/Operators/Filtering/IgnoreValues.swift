extension SignalConvertible where Value: Sendable {
  /// Drops all values, and passes on only the end.
  ///
  /// ![A marble diagram of ignoreValues](ignoreValues)
  ///
  /// ```swift
  /// let isDone = upload.ignoreValues().subscribe { print($0) }  // prints "finished"
  /// ```
  @inlinable
  public func ignoreValues(file: StaticString = #fileID, line: UInt = #line) -> Signal<Never> {
    Signal<Never> { [signal] downstream, connection in
      signal.attach(Downstream(receiver: downstream.receiver) { _, _ in }, connection)
    }.labeled("ignoreValues", file, line)
  }
}
