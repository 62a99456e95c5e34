extension SignalConvertible where Value: Hashable & Sendable {
  /// Emits each value once, no matter how often and how far apart it recurs. All emitted values are remembered for as
  /// long as the subscription lives; if only neighbouring values are equal, ``removeDuplicates(file:line:)`` needs less
  /// memory.
  ///
  /// ![A marble diagram of uniqued](uniqued)
  ///
  /// ```swift
  /// let tags = allTags.uniqued()
  /// ```
  @inlinable
  public func uniqued(file: StaticString = #fileID, line: UInt = #line) -> Signal<Value> {
    uniqued { $0 }.labeled("uniqued", file, line)
  }
}

extension SignalConvertible where Value: Sendable {
  /// Emits the first value with each key, as returned by `key`. All keys are remembered for as long as the subscription
  /// lives. If `key` throws, the signal fails with the thrown error.
  ///
  /// ![A marble diagram of uniqued, on](uniqued-on)
  ///
  /// ```swift
  /// let visitors = visits.uniqued(on: \.visitor)
  /// ```
  @inlinable
  public func uniqued<Key: Hashable & Sendable>(
    on key: @escaping @Sendable (Value) throws -> Key, file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Value> {
    signal.stage(Set<Key>()) { seen, value, downstream in
      if seen.insert(try key(value)).inserted { try downstream.pass(value) }
    }.labeled("uniqued", file, line)
  }
}
