/// How many values may wait in front of a queue, and which ones go when more come (C9).
///
/// The count is of everything that waits, whatever batch it is in. An end takes no place and is never dropped.
public struct BufferingPolicy: Hashable, Sendable {
  /// How many values may wait; any number where it is nil.
  @usableFromInline let limit: Int?
  /// Whether a new value pushes the oldest out, or is dropped itself.
  @usableFromInline let keepsNewest: Bool

  /// Keeps everything.
  public static let unbounded = BufferingPolicy(limit: nil, keepsNewest: true)

  /// Keeps the last `count` values: a new one pushes the oldest out.
  public static func newest(_ count: Int) -> BufferingPolicy {
    BufferingPolicy(limit: checked(count), keepsNewest: true)
  }

  /// Keeps the first `count` values: while it is full, new ones are dropped.
  public static func oldest(_ count: Int) -> BufferingPolicy {
    BufferingPolicy(limit: checked(count), keepsNewest: false)
  }

  private static func checked(_ count: Int) -> Int {
    precondition(count > 0, "A buffer needs room for at least one value: give a count of 1 or more, not \(count).")
    return count
  }
}
