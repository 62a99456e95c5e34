// The `==` of a floating-point number belongs to a protocol, and Swift would rather infer a property of an optional number, or of a
// `Decimal`, than convert that function to a `@Sendable` one. Neither type is a `FloatingPoint`. As this overload is preferred to the
// general one, there has to be one for integers, too: an integer literal may be a floating-point number.

extension Property where Value: FloatingPoint {
  /// Creates a property of a floating-point number, for which setting a number that is the same is no change.
  ///
  /// ```swift
  /// let temperature = Property(18.5, isSame: ==)
  /// ```
  ///
  /// `isSame` compares the value with a new one. It computes and does nothing else.
  @inlinable
  public convenience init(
    _ value: Value, isSame: @escaping @Sendable (Value, Value) -> Bool, file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(value, comparing: isSame, file, line)
  }
}

extension Property where Value: BinaryInteger {
  /// Creates a property of an integer, for which setting a number that is the same is no change.
  ///
  /// ```swift
  /// let level = Property(0, isSame: ==)
  /// ```
  ///
  /// `isSame` compares the value with a new one. It computes and does nothing else.
  @inlinable
  public convenience init(
    _ value: Value, isSame: @escaping @Sendable (Value, Value) -> Bool, file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(value, comparing: isSame, file, line)
  }
}
