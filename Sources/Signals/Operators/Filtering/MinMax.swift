extension Signal {
  /// Passes on the smallest value, at the finish; of equal ones the first. Without a value there is only the finish; a
  /// failure comes without one. If `areInIncreasingOrder` throws, the signal fails with that error.
  ///
  /// ![A marble diagram of min](min)
  ///
  /// ```swift
  /// let shortest = words.min { $0.count < $1.count }
  /// ```
  public func min(
    by areInIncreasingOrder: @escaping @Sendable (Value, Value) throws -> Bool, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Signal {
    keeping { value, kept in
      guard let kept else { return true }
      return try areInIncreasingOrder(value, kept)
    }.seen(as: "min", file, line)
  }

  /// Passes on the largest value, at the finish; of equal ones the first. Without a value there is only the finish; a
  /// failure comes without one. If `areInIncreasingOrder` throws, the signal fails with that error.
  ///
  /// ![A marble diagram of max](max)
  ///
  /// ```swift
  /// let longest = words.max { $0.count < $1.count }
  /// ```
  public func max(
    by areInIncreasingOrder: @escaping @Sendable (Value, Value) throws -> Bool, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Signal {
    keeping { value, kept in
      guard let kept else { return true }
      return try areInIncreasingOrder(kept, value)
    }.seen(as: "max", file, line)
  }
}

extension Signal where Value: Comparable {
  /// Passes on the smallest value, at the finish; of equal ones the first. Without a value there is only the finish.
  ///
  /// ![A marble diagram of min](min)
  ///
  /// ```swift
  /// let low = prices.min()
  /// ```
  public func min(file: StaticString = #fileID, line: UInt = #line) -> Signal {
    min { $0 < $1 }.seen(as: "min", file, line)
  }

  /// Passes on the largest value, at the finish; of equal ones the first. Without a value there is only the finish.
  ///
  /// ![A marble diagram of max](max)
  ///
  /// ```swift
  /// let high = prices.max()
  /// ```
  public func max(file: StaticString = #fileID, line: UInt = #line) -> Signal {
    max { $0 < $1 }.seen(as: "max", file, line)
  }
}
