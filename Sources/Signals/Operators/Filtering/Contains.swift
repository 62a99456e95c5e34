extension SignalConvertible where Value: Sendable {
  /// Emits whether `isWanted` returns true for any value, then finishes. The result is true as soon as `isWanted`
  /// returns true, which cancels the upstream subscription, and false at the finish. An earlier failure is passed on
  /// without a result. If `isWanted` throws, the signal fails with the thrown error.
  ///
  /// ![A marble diagram of contains, where](contains-where)
  ///
  /// ```swift
  /// let isHot = temperatures.contains { $0 > 90 }
  /// ```
  public func contains(
    where isWanted: @escaping @Sendable (Value) throws -> Bool, file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Bool> {
    signal.stage(false) { isFound, value, downstream in
      guard !isFound, try isWanted(value) else { return }
      isFound = true
      downstream.end(.finished, after: true)
    } atEnd: { _, end, downstream in
      downstream.end(end, after: false)
    }.labeled("contains", file, line)
  }
}

// Disfavoured, because the compiler would try this overload for a trailing closure too, and take seconds for a long
// chain.
extension SignalConvertible where Value: Equatable & Sendable {
  /// Emits whether any value equals `value`, then finishes. The result is true as soon as `value` arrives, which
  /// cancels the upstream subscription, and false at the finish.
  ///
  /// ![A marble diagram of contains](contains)
  ///
  /// ```swift
  /// let isAborted = keys.contains(.escape)
  /// ```
  @_disfavoredOverload
  public func contains(_ value: Value, file: StaticString = #fileID, line: UInt = #line) -> Signal<Bool> {
    contains { $0 == value }.labeled("contains", file, line)
  }
}
