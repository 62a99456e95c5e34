extension SignalConvertible where Value: Sendable {
  /// Emits the smallest value at the finish, the first one if several are equal. Without a value, only the finish is
  /// passed on. A failure is passed on without a value. If `areInIncreasingOrder` throws, the signal fails with the
  /// thrown error.
  ///
  /// ![A marble diagram of min](min)
  ///
  /// ```swift
  /// let shortest = words.min { $0.count < $1.count }
  /// ```
  public func min(
    by areInIncreasingOrder: @escaping @Sendable (Value, Value) throws -> Bool, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Signal<Value> {
    signal.keeping { value, kept in
      guard let kept else { return true }
      return try areInIncreasingOrder(value, kept)
    }.labeled("min", file, line)
  }

  /// Emits the largest value at the finish, the first one if several are equal. Without a value, only the finish is
  /// passed on. A failure is passed on without a value. If `areInIncreasingOrder` throws, the signal fails with the
  /// thrown error.
  ///
  /// ![A marble diagram of max](max)
  ///
  /// ```swift
  /// let longest = words.max { $0.count < $1.count }
  /// ```
  public func max(
    by areInIncreasingOrder: @escaping @Sendable (Value, Value) throws -> Bool, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Signal<Value> {
    signal.keeping { value, kept in
      guard let kept else { return true }
      return try areInIncreasingOrder(kept, value)
    }.labeled("max", file, line)
  }
}

extension SignalConvertible where Value: Comparable & Sendable {
  /// Emits the smallest value at the finish, the first one if several are equal. Without a value, only the finish is
  /// passed on.
  ///
  /// ![A marble diagram of min](min)
  ///
  /// ```swift
  /// let low = prices.min()
  /// ```
  public func min(file: StaticString = #fileID, line: UInt = #line) -> Signal<Value> {
    min { $0 < $1 }.labeled("min", file, line)
  }

  /// Emits the largest value at the finish, the first one if several are equal. Without a value, only the finish is
  /// passed on.
  ///
  /// ![A marble diagram of max](max)
  ///
  /// ```swift
  /// let high = prices.max()
  /// ```
  public func max(file: StaticString = #fileID, line: UInt = #line) -> Signal<Value> {
    max { $0 < $1 }.labeled("max", file, line)
  }
}
