extension Signal {
  /// Makes a signal that always has a current value: each subscriber gets it at once, and then every change.
  ///
  /// ![A marble diagram of continuous](continuous)
  ///
  /// It begins now, not with the first subscriber: it subscribes to this signal within this call, and shares that
  /// subscription for as long as the signal that is returned exists, or a subscription to it. Subscribers may leave and
  /// come back; what has come meanwhile counts.
  ///
  /// The current value, which is `initial` at first, comes within the subscribing call, or after the handler that is
  /// running at that moment, exactly once (C12). Who comes after the end gets the last value and the end. The value is
  /// let go of when nobody refers to the signal any more.
  ///
  /// ```swift
  /// let temperature = sensor.continuous(initial: 20)
  /// let endpoint = temperature.subscribeValues { print($0) }  // prints 20, or what the sensor has said since
  /// ```
  public func continuous(initial: Value, file: StaticString = #fileID, line: UInt = #line) -> Signal {
    let memory = Memory<Value>(.newest(1))
    _ = memory.kept.append(initial, isEnd: false)
    return LastingFeed.begin(self, memory: memory, Making(.operator, "continuous", file, line))
  }

  /// Makes a signal that has a current value as soon as this signal has had one: each subscriber gets it at once, and
  /// then every change.
  ///
  /// ![A marble diagram of continuous](continuous)
  ///
  /// But for the value at the beginning it is ``continuous(initial:file:line:)``. Who comes after an end without a
  /// value gets the end alone.
  ///
  /// ```swift
  /// let position = receiver.continuous()
  /// ```
  public func continuous(file: StaticString = #fileID, line: UInt = #line) -> Signal {
    LastingFeed.begin(self, memory: Memory(.newest(1)), Making(.operator, "continuous", file, line))
  }
}
