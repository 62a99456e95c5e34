/// The last values of a signal, in a ring buffer.
struct RecentValues<Value: Sendable>: Sendable {
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

  /// Removes and returns the values, oldest first.
  mutating func takeAll() -> [Value] {
    defer { self = RecentValues() }
    return Array(values[oldest...] + values[..<oldest])
  }
}
