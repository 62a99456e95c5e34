extension SignalConvertible where Value: Sendable {
  /// Drops the last `count` values. So each value is emitted when `count` more have arrived after it. Values that still
  /// wait at the end are dropped, and a failure doesn't wait for them.
  ///
  /// ![A marble diagram of dropLast](dropLast)
  ///
  /// ```swift
  /// let withoutSum = rows.dropLast()
  /// ```
  public func dropLast(_ count: Int = 1, file: StaticString = #fileID, line: UInt = #line) -> Signal<Value> {
    precondition(count >= 0, "dropLast(\(count)): the number of values is negative; use 0 or more.")
    return signal.stage(WaitingValues()) { waiting, value, downstream in
      if let oldest = waiting.exchange(for: value, keeping: count) { try downstream.pass(oldest) }
    }.labeled("dropLast", file, line)
  }
}

/// The last values, in a ring buffer.
private struct WaitingValues<Value: Sendable>: Sendable {
  private var values: [Value] = []
  private var oldest = 0

  /// Stores a value. Returns the oldest one in exchange if `count` values are stored already.
  mutating func exchange(for value: Value, keeping count: Int) -> Value? {
    if count == 0 { return value }
    guard values.count == count else {
      values.append(value)
      return nil
    }
    let leaving = values[oldest]
    values[oldest] = value
    oldest = (oldest + 1) % count
    return leaving
  }
}
