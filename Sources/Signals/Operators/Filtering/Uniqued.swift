extension Signal where Value: Hashable {
  /// Passes on each value once, however often and at whatever distance it comes. It remembers all that it has passed on
  /// for as long as the subscription lives; where only neighbours are alike, ``removeDuplicates(file:line:)`` needs
  /// less.
  ///
  /// ![A marble diagram of uniqued](uniqued)
  ///
  /// ```swift
  /// let tags = allTags.uniqued()
  /// ```
  @inlinable
  public func uniqued(file: StaticString = #fileID, line: UInt = #line) -> Signal {
    uniqued { $0 }.seen(as: "uniqued", file, line)
  }
}

extension Signal {
  /// Passes on the first value of each key, as `key` tells it. It remembers all keys for as long as the subscription
  /// lives. If `key` throws, the signal fails with that error.
  ///
  /// ![A marble diagram of uniqued, on](uniqued-on)
  ///
  /// ```swift
  /// let visitors = visits.uniqued(on: \.visitor)
  /// ```
  @inlinable
  public func uniqued<Key: Hashable & Sendable>(
    on key: @escaping @Sendable (Value) throws -> Key, file: StaticString = #fileID, line: UInt = #line
  ) -> Signal {
    stage(Set<Key>()) { seen, value, downstream in
      if seen.insert(try key(value)).inserted { try downstream.pass(value) }
    }.seen(as: "uniqued", file, line)
  }
}
