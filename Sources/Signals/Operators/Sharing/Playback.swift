extension SignalConvertible where Value: Sendable {
  /// Creates a signal that delivers all past values to each subscriber, then every later one.
  ///
  /// ![A marble diagram of playback](playback)
  ///
  /// It subscribes to this signal within this call, not at the first subscription, and shares that subscription for as
  /// long as the returned signal or a subscription to it exists. Subscribers may leave and come back; they then receive
  /// all values again.
  ///
  /// The past values arrive within the subscribing call, or after the handler that is running at that moment, each
  /// exactly once (C12). A subscriber that arrives after the end receives every value and the end. All values are kept
  /// until the signal is no longer referenced, so use it for signals with a limited number of values.
  ///
  /// ```swift
  /// let log = session.map { $0.description }.playback()
  /// let endpoint = log.subscribeValues { print($0) }  // from the beginning
  /// ```
  @inlinable
  public func playback(file: StaticString = #fileID, line: UInt = #line) -> Signal<Value> {
    LastingFeed.begin(signal, replayBuffer: ReplayBuffer(.unbounded), NodeInfo(.operator, "playback", file, line))
  }
}
