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

  /// Drops all values, and passes on only the end, as a signal of the given type. So a signal of that type can follow it.
  ///
  /// ```swift
  /// let profile = signIn.ignoreValues(as: Profile.self).append(loadProfile)
  /// ```
  @inlinable
  public func ignoreValues<Output: Sendable>(
    as type: Output.Type, file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Output> {
    Signal<Output> { [signal] downstream, connection in
      signal.attach(Downstream(receiver: downstream.receiver) { _, _ in }, connection)
    }.labeled("ignoreValues", file, line)
  }
}
