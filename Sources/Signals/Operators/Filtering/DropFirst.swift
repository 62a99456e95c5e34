extension SignalConvertible where Value: Sendable {
  /// Drops the first `count` values.
  ///
  /// ![A marble diagram of dropFirst](dropFirst)
  ///
  /// ```swift
  /// let changes = property.signal.dropFirst()
  /// ```
  @inlinable
  @inline(__always)
  public func dropFirst(_ count: Int = 1, file: StaticString = #fileID, line: UInt = #line) -> Signal<Value> {
    requireArgument(count >= 0, "dropFirst(\(count)): the number of values is negative; use 0 or more.", file, line)
    return signal.stage(count) { remaining, value, downstream in
      if remaining == 0 { return try downstream.pass(value) }
      remaining -= 1
    }.labeled("dropFirst", file, line)
  }
}
