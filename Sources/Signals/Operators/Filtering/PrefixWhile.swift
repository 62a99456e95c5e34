extension Signal {
  /// Passes on values until `isIncluded` answers false for one; finishes then, without that one, and cancels what is
  /// above. If it throws, the signal fails with that error.
  ///
  /// ![A marble diagram of prefix, while](prefix-while)
  ///
  /// ```swift
  /// let header = lines.prefix { !$0.isEmpty }
  /// ```
  @inlinable
  public func prefix(
    while isIncluded: @escaping @Sendable (Value) throws -> Bool, file: StaticString = #fileID, line: UInt = #line
  ) -> Signal {
    stage(true) { isOpen, value, downstream in
      guard isOpen else { return }
      isOpen = try isIncluded(value)
      if isOpen {
        try downstream.pass(value)
      } else {
        downstream.end(.finished)
      }
    }.seen(as: "prefix", file, line)
  }
}
