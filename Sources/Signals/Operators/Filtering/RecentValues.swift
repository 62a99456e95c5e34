/// The last values of a signal, in a ring buffer.
@usableFromInline
struct RecentValues<Value: Sendable>: Sendable {
  @usableFromInline var values: [Value] = []
  @usableFromInline var oldest = 0

  @inlinable
  init() {}

  /// Stores a value. Returns the oldest one in exchange if `count` values are stored already.
  @inlinable
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
  @inlinable
  mutating func takeAll() -> [Value] {
    defer { self = RecentValues() }
    return Array(values[oldest...] + values[..<oldest])
  }
}
