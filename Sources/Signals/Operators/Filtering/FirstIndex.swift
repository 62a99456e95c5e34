extension SignalConvertible where Value: Sendable {
  /// Emits the index of the first value for which `isWanted` returns true, counted from zero, then finishes and cancels
  /// the upstream subscription. Without such a value, only the end is passed on. If `isWanted` throws, the signal fails
  /// with the thrown error.
  ///
  /// ![A marble diagram of firstIndex, where](firstIndex-where)
  ///
  /// ```swift
  /// let round = scores.firstIndex { $0 >= 100 }
  /// ```
  public func firstIndex(
    where isWanted: @escaping @Sendable (Value) throws -> Bool, file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Int> {
    // The state is the index of the next value; nil once the value was found.
    signal.stage(Int?(0)) { next, value, downstream in
      guard let index = next else { return }
      next = index + 1
      guard try isWanted(value) else { return }
      next = nil
      try downstream.pass(index)
      downstream.end(.finished)
    }.labeled("firstIndex", file, line)
  }
}

extension SignalConvertible where Value: Equatable & Sendable {
  /// Emits the index of the first value that equals `value`, counted from zero, then finishes and cancels the upstream
  /// subscription. Without such a value, only the end is passed on.
  ///
  /// ![A marble diagram of firstIndex](firstIndex)
  ///
  /// ```swift
  /// let place = finishers.firstIndex(of: "Ada")
  /// ```
  public func firstIndex(of value: Value, file: StaticString = #fileID, line: UInt = #line) -> Signal<Int> {
    firstIndex { $0 == value }.labeled("firstIndex", file, line)
  }
}
