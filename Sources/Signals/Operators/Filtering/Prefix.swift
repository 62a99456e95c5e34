extension SignalConvertible where Value: Sendable {
  /// Emits the first `count` values, then finishes and cancels the upstream subscription, within the delivery of the
  /// last value.
  ///
  /// ![A marble diagram of prefix](prefix)
  ///
  /// With a count of zero, it finishes at once and doesn't subscribe to this signal.
  ///
  /// ```swift
  /// let podium = finishers.prefix(3)
  /// ```
  @inlinable
  @inline(__always)
  public func prefix(_ count: Int, file: StaticString = #fileID, line: UInt = #line) -> Signal<Value> {
    requireArgument(count >= 0, "prefix(\(count)): the number of values is negative; use 0 or more.", file, line)
    guard count > 0 else { return .empty().labeled("prefix", file, line) }
    return signal.stage(count) { remaining, value, downstream in
      guard remaining > 0 else { return }
      remaining -= 1
      try downstream.pass(value)
      if remaining == 0 { downstream.end(.finished) }
    }.labeled("prefix", file, line)
  }
}
