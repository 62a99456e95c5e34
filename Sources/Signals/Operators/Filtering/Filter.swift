extension Signal {
  /// Passes on the values for which `isIncluded` answers true. If it throws, the signal fails with that error.
  ///
  /// ![A marble diagram of filter](filter)
  ///
  /// ```swift
  /// let even = numbers.filter { $0.isMultiple(of: 2) }
  /// ```
  @inlinable
  public func filter(
    _ isIncluded: @escaping @Sendable (Value) throws -> Bool, file: StaticString = #fileID, line: UInt = #line
  ) -> Signal {
    Signal { downstream, line in
      let below = downstream.step
      attach(
        Downstream(receiver: downstream.receiver) { value, receiver in
          if try isIncluded(value) { try below(value, receiver) }
        },
        line)
    }.seen(as: "filter", file, line)
  }
}
