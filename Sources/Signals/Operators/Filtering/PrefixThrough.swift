extension SignalConvertible where Value: Sendable {
  /// Emits values until `isIncluded` returns false for one, then finishes with that value and cancels the upstream
  /// subscription.
  ///
  /// ![A marble diagram of prefix, through](prefix-through)
  ///
  /// To leave out the value that ends it, use ``prefix(while:file:line:)``. If `isIncluded` throws, the signal fails with the
  /// thrown error. The argument needs its label: a trailing closure after `prefix` is that of `prefix(while:)`.
  ///
  /// ```swift
  /// let progress = download.prefix(through: { $0 < 100 })
  /// ```
  // Disfavored, so that a trailing closure is that of `prefix(while:)`.
  @_disfavoredOverload
  @inlinable
  public func prefix(
    through isIncluded: @escaping @Sendable (Value) throws -> Bool, file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Value> {
    signal.stage(true) { isOpen, value, downstream in
      guard isOpen else { return }
      let isLast = try !isIncluded(value)
      isOpen = !isLast
      try downstream.pass(value)
      if isLast { downstream.end(.finished) }
    }.labeled("prefix", file, line)
  }
}
