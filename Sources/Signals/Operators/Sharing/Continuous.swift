extension SignalConvertible where Value: Sendable {
  /// Creates a signal that always has a current value: each subscriber receives it at once, then every change.
  ///
  /// ![A marble diagram of continuous](continuous)
  ///
  /// It subscribes to this signal within this call, not at the first subscription, and shares that subscription for as
  /// long as the returned signal or a subscription to it exists. Subscribers may leave and come back; the current value
  /// changes in the meantime too.
  ///
  /// The current value, which is `initial` at first, arrives within the subscribing call, or after the handler that is
  /// running at that moment, exactly once (C12). A subscriber that arrives after the end receives the last value and
  /// the end. The value is released when the signal is no longer referenced.
  ///
  /// ```swift
  /// let temperature = sensor.continuous(initial: 20)
  /// let endpoint = temperature.subscribeValues { print($0) }  // prints 20, or the sensor's latest value
  /// ```
  @inlinable
  public func continuous(initial: Value, file: StaticString = #fileID, line: UInt = #line) -> Signal<Value> {
    let replayBuffer = ReplayBuffer<Value>(.newest(1))
    _ = replayBuffer.kept.append(initial, isEnd: false)
    return LastingFeed.begin(signal, replayBuffer: replayBuffer, NodeInfo(.operator, "continuous", file, line))
  }

  /// Creates a signal that has a current value as soon as this signal has emitted one: each subscriber receives it at
  /// once, then every change.
  ///
  /// ![A marble diagram of continuous](continuous)
  ///
  /// Apart from the initial value, it behaves like ``continuous(initial:file:line:)``. A subscriber that arrives after
  /// an end without a value receives only the end.
  ///
  /// ```swift
  /// let position = receiver.continuous()
  /// ```
  @inlinable
  public func continuous(file: StaticString = #fileID, line: UInt = #line) -> Signal<Value> {
    LastingFeed.begin(signal, replayBuffer: ReplayBuffer(.newest(1)), NodeInfo(.operator, "continuous", file, line))
  }
}
