extension Signal {
  /// Passes on what `transform` makes of each value. If it throws, the signal fails with that error.
  ///
  /// ![A marble diagram of map](map)
  ///
  /// ```swift
  /// let lengths = words.map { $0.count }
  /// ```
  @inlinable
  public func map<Output>(
    _ transform: @escaping @Sendable (Value) throws -> Output, file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Output> {
    Signal<Output> { downstream, line in
      let below = downstream.step
      attach(
        Downstream(receiver: downstream.receiver) { value, receiver in
          try below(transform(value), receiver)
        },
        line)
    }.seen(as: "map", file, line)
  }

  /// Passes on what each value holds at `keyPath`.
  ///
  /// ```swift
  /// let lengths = words.map(\.count)
  /// ```
  @inlinable
  @_disfavoredOverload
  public func map<Output>(
    _ keyPath: any KeyPath<Value, Output> & Sendable, file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Output> {
    map { $0[keyPath: keyPath] }.seen(as: "map", file, line)
  }
}
