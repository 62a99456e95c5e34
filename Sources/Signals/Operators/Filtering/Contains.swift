extension Signal {
  /// Answers true as soon as `isWanted` does for a value, then finishes and cancels what is above; or false at the
  /// finish. A failure before that comes without an answer. If `isWanted` throws, the signal fails with that error.
  ///
  /// ![A marble diagram of contains, where](contains-where)
  ///
  /// ```swift
  /// let isHot = temperatures.contains { $0 > 90 }
  /// ```
  public func contains(
    where isWanted: @escaping @Sendable (Value) throws -> Bool, file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Bool> {
    stage(false) { isFound, value, downstream in
      guard !isFound, try isWanted(value) else { return }
      isFound = true
      downstream.end(.finished, after: true)
    } atEnd: { _, end, downstream in
      downstream.end(end, after: false)
    }.seen(as: "contains", file, line)
  }
}

// Disfavoured, because for a trailing closure the compiler would try this one too, and take seconds for a long chain.
extension Signal where Value: Equatable {
  /// Answers true as soon as `value` comes, then finishes and cancels what is above; or false at the finish.
  ///
  /// ![A marble diagram of contains](contains)
  ///
  /// ```swift
  /// let isAborted = keys.contains(.escape)
  /// ```
  @_disfavoredOverload
  public func contains(_ value: Value, file: StaticString = #fileID, line: UInt = #line) -> Signal<Bool> {
    contains { $0 == value }.seen(as: "contains", file, line)
  }
}
