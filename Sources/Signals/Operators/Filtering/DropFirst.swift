extension Signal {
  /// Leaves out the first `count` values.
  ///
  /// ![A marble diagram of dropFirst](dropFirst)
  ///
  /// ```swift
  /// let changes = property.signal.dropFirst()
  /// ```
  @inlinable
  public func dropFirst(_ count: Int = 1, file: StaticString = #fileID, line: UInt = #line) -> Signal {
    precondition(count >= 0, "dropFirst leaves out nought or more values: \(count) can't be left out.")
    return stage(count) { remaining, value, downstream in
      if remaining == 0 { return try downstream.pass(value) }
      remaining -= 1
    }.seen(as: "dropFirst", file, line)
  }
}
