extension SignalConvertible where Value: Sendable {
  /// Emits values until `isIncluded` returns false for one, then finishes without that value and cancels the upstream
  /// subscription. If `isIncluded` throws, the signal fails with the thrown error.
  ///
  /// ![A marble diagram of prefix, while](prefix-while)
  ///
  /// ```swift
  /// let header = lines.prefix { !$0.isEmpty }
  /// ```
  @inlinable
  public func prefix(
    while isIncluded: @escaping @Sendable (Value) throws -> Bool, file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Value> {
    signal.stage(true) { isOpen, value, downstream in
      guard isOpen else { return }
      isOpen = try isIncluded(value)
      if isOpen {
        try downstream.pass(value)
      } else {
        downstream.end(.finished)
      }
    }.labeled("prefix", file, line)
  }
}
