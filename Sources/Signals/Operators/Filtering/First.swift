extension Signal {
  /// Passes on the first value, then finishes and cancels what is above. Without a value there is only the end.
  ///
  /// ![A marble diagram of first](first)
  ///
  /// ```swift
  /// let opening = prices.first()
  /// ```
  @inlinable
  public func first(file: StaticString = #fileID, line: UInt = #line) -> Signal {
    prefix(1).seen(as: "first", file, line)
  }

  /// Passes on the first value for which `isWanted` answers true, then finishes and cancels what is above. Without such
  /// a value there is only the end. If `isWanted` throws, the signal fails with that error.
  ///
  /// ![A marble diagram of first, where](first-where)
  ///
  /// ```swift
  /// let alarm = temperatures.first { $0 > 90 }
  /// ```
  @inlinable
  public func first(
    where isWanted: @escaping @Sendable (Value) throws -> Bool, file: StaticString = #fileID, line: UInt = #line
  ) -> Signal {
    stage(false) { isFound, value, downstream in
      guard !isFound, try isWanted(value) else { return }
      isFound = true
      try downstream.pass(value)
      downstream.end(.finished)
    }.seen(as: "first", file, line)
  }
}
