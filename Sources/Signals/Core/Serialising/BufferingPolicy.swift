/// A limit on the number of values that wait to be delivered, and a rule for the values beyond it (C9).
///
/// The limit counts all waiting values together. An end takes no place and is never dropped.
public struct BufferingPolicy: Hashable, Sendable {
  /// The largest number of values that may wait; nil for no limit.
  @usableFromInline let limit: Int?
  /// Whether a new value replaces the oldest one when the buffer is full. Otherwise the new value is dropped.
  @usableFromInline let keepsNewest: Bool

  /// Keeps all values.
  public static let unbounded = BufferingPolicy(limit: nil, keepsNewest: true)

  /// Keeps the last `count` values: when the buffer is full, a new value replaces the oldest one.
  public static func newest(
    _ count: Int, file: StaticString = #fileID, line: UInt = #line
  ) -> BufferingPolicy {
    BufferingPolicy(limit: checked(count, file, line), keepsNewest: true)
  }

  /// Keeps the first `count` values: while the buffer is full, new values are dropped.
  public static func oldest(
    _ count: Int, file: StaticString = #fileID, line: UInt = #line
  ) -> BufferingPolicy {
    BufferingPolicy(limit: checked(count, file, line), keepsNewest: false)
  }

  private static func checked(_ count: Int, _ file: StaticString, _ line: UInt) -> Int {
    requireArgument(
      count > 0, "A buffer needs room for at least one value: give a count of 1 or more, not \(count).", file, line)
    return count
  }
}
