extension SignalConvertible where Value: Sendable {
  /// Drops values until `isLeftOut` returns false for one, then emits that value and all later ones without further
  /// calls. If `isLeftOut` throws, the signal fails with the thrown error.
  ///
  /// ![A marble diagram of drop, while](drop-while)
  ///
  /// ```swift
  /// let body = lines.drop { $0.isEmpty }
  /// ```
  @inlinable
  public func drop(
    while isLeftOut: @escaping @Sendable (Value) throws -> Bool, file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Value> {
    signal.stage(true) { isDropping, value, downstream in
      if isDropping {
        isDropping = try isLeftOut(value)
        if isDropping { return }
      }
      try downstream.pass(value)
    }.labeled("drop", file, line)
  }
}
