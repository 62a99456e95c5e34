extension SignalConvertible where Value: Sendable {
  /// Emits the first value, then finishes and cancels the upstream subscription. Without a value, only the end is
  /// passed on.
  ///
  /// ![A marble diagram of first](first)
  ///
  /// ```swift
  /// let opening = prices.first()
  /// ```
  @inlinable
  public func first(file: StaticString = #fileID, line: UInt = #line) -> Signal<Value> {
    prefix(1).labeled("first", file, line)
  }

  /// Emits the first value for which `isWanted` returns true, then finishes and cancels the upstream subscription.
  /// Without such a value, only the end is passed on. If `isWanted` throws, the signal fails with the thrown error.
  ///
  /// ![A marble diagram of first, where](first-where)
  ///
  /// ```swift
  /// let alarm = temperatures.first { $0 > 90 }
  /// ```
  @inlinable
  public func first(
    where isWanted: @escaping @Sendable (Value) throws -> Bool, file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Value> {
    signal.stage(false) { isFound, value, downstream in
      guard !isFound, try isWanted(value) else { return }
      isFound = true
      try downstream.pass(value)
      downstream.end(.finished)
    }.labeled("first", file, line)
  }
}
