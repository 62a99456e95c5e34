extension SignalConvertible where Value: Sendable {
  /// Drops the last `count` values. So each value is emitted when `count` more have arrived after it. Values that still
  /// wait at the end are dropped, and a failure doesn't wait for them.
  ///
  /// ![A marble diagram of dropLast](dropLast)
  ///
  /// ```swift
  /// let withoutSum = rows.dropLast()
  /// ```
  @inlinable
  public func dropLast(_ count: Int = 1, file: StaticString = #fileID, line: UInt = #line) -> Signal<Value> {
    requireArgument(count >= 0, "dropLast(\(count)): the number of values is negative; use 0 or more.", file, line)
    return signal.stage(RecentValues()) { recent, value, downstream in
      if let oldest = recent.exchange(for: value, keeping: count) { try downstream.pass(oldest) }
    }.labeled("dropLast", file, line)
  }
}
