extension Signal {
  /// Leaves out the last `count` values. So each value comes when `count` more have come after it; those that wait are
  /// dropped at the end, and a failure doesn't wait for them.
  ///
  /// ![A marble diagram of dropLast](dropLast)
  ///
  /// ```swift
  /// let withoutSum = rows.dropLast()
  /// ```
  public func dropLast(_ count: Int = 1, file: StaticString = #fileID, line: UInt = #line) -> Signal {
    precondition(count >= 0, "dropLast leaves out nought or more values: \(count) can't be left out.")
    return stage(WaitingValues()) { waiting, value, downstream in
      if let oldest = waiting.exchange(for: value, keeping: count) { try downstream.pass(oldest) }
    }.seen(as: "dropLast", file, line)
  }
}

/// The last values, in a ring.
private struct WaitingValues<Value: Sendable>: Sendable {
  private var values: [Value] = []
  private var oldest = 0

  /// Takes a value in, and gives the oldest out if `count` wait already.
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
