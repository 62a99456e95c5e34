extension Signal {
  /// Makes a signal that gives each subscriber everything that there has been, and then the rest.
  ///
  /// ![A marble diagram of playback](playback)
  ///
  /// It begins now, not with the first subscriber: it subscribes to this signal within this call, and shares that
  /// subscription for as long as the signal that is returned exists, or a subscription to it. Subscribers may leave and
  /// come back; they then get everything again.
  ///
  /// What there has been comes within the subscribing call, or after the handler that is running at that moment, each
  /// value exactly once (C12). Who comes after the end gets every value and the end. All values are kept until nobody
  /// refers to the signal any more, so it is for signals that bring a limited number of them.
  ///
  /// ```swift
  /// let log = session.map { $0.description }.playback()
  /// let endpoint = log.subscribeValues { print($0) }  // from the beginning
  /// ```
  public func playback(file: StaticString = #fileID, line: UInt = #line) -> Signal {
    LastingFeed.begin(self, memory: Memory(.unbounded), Making(.operator, "playback", file, line))
  }
}
