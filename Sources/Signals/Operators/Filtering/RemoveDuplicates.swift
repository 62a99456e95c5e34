extension Signal {
  /// Leaves out each value that is the same as the one before it, as `areSame` sees it, which gets the last value that
  /// was passed on and the new one. If it throws, the signal fails with that error.
  ///
  /// ![A marble diagram of removeDuplicates, by](removeDuplicates-by)
  ///
  /// ```swift
  /// let moves = positions.removeDuplicates { $0.distance(to: $1) < 1 }
  /// ```
  @inlinable
  public func removeDuplicates(
    by areSame: @escaping @Sendable (Value, Value) throws -> Bool, file: StaticString = #fileID, line: UInt = #line
  ) -> Signal {
    stage(Value?.none) { last, value, downstream in
      if let last, try areSame(last, value) { return }
      last = value
      try downstream.pass(value)
    }.seen(as: "removeDuplicates", file, line)
  }
}

extension Signal where Value: Equatable {
  /// Leaves out each value that equals the one before it.
  ///
  /// ![A marble diagram of removeDuplicates](removeDuplicates)
  ///
  /// ```swift
  /// let changes = temperature.removeDuplicates()
  /// ```
  @inlinable
  public func removeDuplicates(file: StaticString = #fileID, line: UInt = #line) -> Signal {
    removeDuplicates { $0 == $1 }.seen(as: "removeDuplicates", file, line)
  }
}

extension Signal {
  /// Leaves out each value that holds the same at `keyPath` as the last one that was passed on.
  ///
  /// ![A marble diagram of removeDuplicates, on](removeDuplicates-on)
  ///
  /// ```swift
  /// let visits = events.removeDuplicates(on: \.page)
  /// ```
  @inlinable
  @_disfavoredOverload
  public func removeDuplicates(
    on keyPath: any KeyPath<Value, some Equatable & Sendable> & Sendable, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Signal {
    removeDuplicates { $0[keyPath: keyPath] == $1[keyPath: keyPath] }.seen(as: "removeDuplicates", file, line)
  }
}
