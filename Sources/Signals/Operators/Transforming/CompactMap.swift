extension Signal {
  /// Passes on what `transform` makes of each value, unless that is nil. If it throws, the signal fails with that error.
  ///
  /// ![A marble diagram of compactMap](compactMap)
  ///
  /// ```swift
  /// let numbers = lines.compactMap { Int($0) }
  /// ```
  @inlinable
  public func compactMap<Output>(
    _ transform: @escaping @Sendable (Value) throws -> Output?, file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Output> {
    Signal<Output> { downstream, line in
      let below = downstream.step
      attach(
        Downstream(receiver: downstream.receiver) { value, receiver in
          if let output = try transform(value) { try below(output, receiver) }
        },
        line)
    }.seen(as: "compactMap", file, line)
  }
}
