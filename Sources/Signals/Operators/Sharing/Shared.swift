extension Signal {
  /// Shares one subscription to this signal among all who subscribe to the result.
  ///
  /// ![A marble diagram of shared](shared)
  ///
  /// It begins with the first of them and is cancelled with the last; after that it begins anew, and nothing is
  /// replayed (C2). Who comes late starts with the next value; who comes after the end gets the end.
  ///
  /// ```swift
  /// let price = expensiveFeed.map { parse($0) }.shared()
  /// ```
  public func shared(file: StaticString = #fileID, line: UInt = #line) -> Signal {
    SharedFeed(self, Making(.operator, "shared", file, line)).signal
  }

  /// Shares one subscription to this signal among all who subscribe to the result, and gives each of them the last
  /// `count` values that there have been, at once, before all that follows.
  ///
  /// ![A marble diagram of shared, replaying](shared-replaying)
  ///
  /// Who comes late gets up to `count` values within the subscribing call, or after the handler that is running at that
  /// moment, and then every later one: nothing is missed, and nothing comes twice (C12). Who comes after the end gets
  /// those values and the end. When the last one leaves before the end, the subscription is cancelled and the values
  /// are let go of; the next one begins anew, with nothing replayed (C2). A count of nought is ``shared(file:line:)``.
  ///
  /// ```swift
  /// let price = expensiveFeed.shared(replaying: 1)
  /// let list = price.subscribeValues { print("list", $0) }
  /// let chart = price.subscribeValues { print("chart", $0) }  // prints the last price at once
  /// ```
  public func shared(replaying count: Int, file: StaticString = #fileID, line: UInt = #line) -> Signal {
    precondition(count >= 0, "shared(replaying:) keeps nought or more values: \(count) can't be kept.")
    let memory = count > 0 ? Memory<Value>(.newest(count)) : nil
    return SharedFeed(self, memory: memory, Making(.operator, "shared", file, line)).signal
  }
}
