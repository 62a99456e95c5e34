extension Signal {
  /// Makes a signal that keeps what comes while nobody subscribes, and gives it to the first who does.
  ///
  /// ![A marble diagram of cacheUntilActive](cacheUntilActive)
  ///
  /// It begins now, not with the first subscriber: it subscribes to this signal within this call, and shares that
  /// subscription for as long as the signal that is returned exists, or a subscription to it.
  ///
  /// While somebody is there, values pass as they come, and nothing is kept: who comes as a second starts with the next
  /// value. When all have left, values are kept again, for whoever comes next. Values that a subscriber didn't want any
  /// more, because it left in the middle of what was kept for it, stay. Who comes after the end gets what nobody has had
  /// so far, and the end. What is kept is let go of when it has been given, or when nobody refers to the signal any more.
  ///
  /// ```swift
  /// let messages = connection.cacheUntilActive()
  /// let endpoint = messages.subscribeValues { print($0) }  // loses nothing that came in before
  /// ```
  public func cacheUntilActive(file: StaticString = #fileID, line: UInt = #line) -> Signal {
    LastingFeed.begin(self, memory: Cache(.unbounded), Making(.operator, "cacheUntilActive", file, line))
  }
}

/// A memory for the first who asks.
// Unchecked, as every memory: it belongs to the owner of the hub.
private final class Cache<Value: Sendable>: Memory<Value>, @unchecked Sendable {
  override func note(_ value: Value, by hub: Hub<Value>) {
    // An observer whose leaving has not been seen to yet won't take the value.
    if !hub.isHeard { super.note(value, by: hub) }
  }

  override func recall(_ give: (Value) -> Bool) {
    while let value = kept.takeFirst() {
      guard give(value) else { return }
    }
  }
}
