extension SignalConvertible where Value: Sendable {
  /// Creates a signal that caches values while it has no subscriber, and delivers them to the first one.
  ///
  /// ![A marble diagram of cacheUntilActive](cacheUntilActive)
  ///
  /// It subscribes to this signal within this call, not at the first subscription, and shares that subscription for as
  /// long as the returned signal or a subscription to it exists.
  ///
  /// While there is a subscriber, values are delivered as they arrive and are not cached: a second subscriber starts
  /// with the next value. When all subscribers have left, values are cached again for the next one. If a subscriber
  /// leaves while it receives cached values, the remaining ones stay in the cache. A subscriber that arrives after the
  /// end receives the values that have not been delivered yet, and the end. Cached values are released when they have
  /// been delivered, or when the signal is no longer referenced.
  ///
  /// ```swift
  /// let messages = connection.cacheUntilActive()
  /// let endpoint = messages.subscribeValues { print($0) }  // receives all earlier values, too
  /// ```
  @inlinable
  public func cacheUntilActive(file: StaticString = #fileID, line: UInt = #line) -> Signal<Value> {
    LastingFeed.begin(
      signal, replayBuffer: ReplayBuffer(.unbounded, isCache: true),
      NodeInfo(.operator, "cacheUntilActive", file, line))
  }
}
