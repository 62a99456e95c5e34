extension Signal {
  /// Shares one subscription to this signal among all who subscribe to the result.
  ///
  /// It begins with the first of them and is cancelled with the last; after that it begins anew, and nothing is
  /// replayed (C2). Who comes after the end gets the end.
  ///
  /// ```swift
  /// let price = expensiveFeed.map { parse($0) }.shared()
  /// ```
  public func shared() -> Signal {
    let feed = Feed(self)
    // The recipe keeps the feed, and the hub only while somebody is there: so a subscription that is over keeps nothing
    // of what is above alive, though its endpoint is still held (C8).
    return Signal { downstream, line in feed.hub.add(downstream, line, for: feed) }
  }
}

/// The subscription that feeds a shared signal: there while the hub has an audience.
private final class Feed<Value: Sendable>: Audience, @unchecked Sendable {
  let hub = Hub<Value>(executor: .inline)
  private let upstream: Signal<Value>
  private var line: Line?

  init(_ upstream: Signal<Value>) { self.upstream = upstream }

  override func came() {
    let line = hub.makeInput()
    self.line = line
    upstream.attach(
      Downstream(receiver: FeedReceiver(hub, line)) { value, receiver in
        let receiver = unsafeDowncast(receiver, to: FeedReceiver<Value>.self)
        if receiver.line.isOpen { receiver.hub.pass(value, by: receiver.line) }
      },
      line)
  }

  override func went() {
    guard let gone = line else { return }
    line = nil
    hub.removeInput(gone)
    gone.cancel()
  }
}

private final class FeedReceiver<Value: Sendable>: Receiver {
  let hub: Hub<Value>
  let line: Line

  init(_ hub: Hub<Value>, _ line: Line) {
    self.hub = hub
    self.line = line
  }

  override func receive(_ end: End) {
    if line.cancel() { hub.pass(end, by: line) }
  }
}
