extension SignalConvertible where Value: Sendable {
  /// Shares one subscription to this signal among all subscribers of the result.
  ///
  /// ![A marble diagram of shared](shared)
  ///
  /// The subscription begins with the first subscriber and is cancelled with the last; after that it begins anew, and
  /// nothing is replayed (C2). A late subscriber starts with the next value; a subscriber that arrives after the end
  /// receives the end.
  ///
  /// ```swift
  /// let price = expensiveFeed.map { parse($0) }.shared()
  /// ```
  @inlinable
  public func shared(file: StaticString = #fileID, line: UInt = #line) -> Signal<Value> {
    SharedFeed(signal, NodeInfo(.operator, "shared", file, line)).signal
  }

  /// Shares one subscription to this signal among all subscribers of the result, and delivers the last `count` values
  /// to each new subscriber at once, before all later ones.
  ///
  /// ![A marble diagram of shared, replaying](shared-replaying)
  ///
  /// A late subscriber receives up to `count` values within the subscribing call, or after the handler that is running
  /// at that moment, then every later value: none missed, none repeated (C12). A subscriber that arrives after the end
  /// receives those values and the end. If the last subscriber leaves before the end, the subscription is cancelled and
  /// the values are released; the next subscriber makes it begin anew, with nothing replayed (C2). With a count of
  /// zero, it behaves like ``shared(file:line:)``.
  ///
  /// ```swift
  /// let price = expensiveFeed.shared(replaying: 1)
  /// let list = price.subscribeValues { print("list", $0) }
  /// let chart = price.subscribeValues { print("chart", $0) }  // prints the last price at once
  /// ```
  @inlinable
  public func shared(replaying count: Int, file: StaticString = #fileID, line: UInt = #line) -> Signal<Value> {
    requireArgument(
      count >= 0, "shared(replaying: \(count)): the number of values is negative; use 0 or more.", file, line)
    let replayBuffer = count > 0 ? ReplayBuffer<Value>(.newest(count)) : nil
    return SharedFeed(signal, replayBuffer: replayBuffer, NodeInfo(.operator, "shared", file, line)).signal
  }
}
