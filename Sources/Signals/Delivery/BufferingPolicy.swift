/// How many values may wait in front of a queue, and which ones go when more come (C9).
///
/// The count is of everything that waits, whatever batch it is in. An end takes no place and is never dropped.
public struct BufferingPolicy: Hashable, Sendable {
  enum Kind: Hashable { case unbounded, newest(Int), oldest(Int) }

  let kind: Kind

  /// Keeps everything.
  public static let unbounded = BufferingPolicy(kind: .unbounded)

  /// Keeps the last `count` values: a new one pushes the oldest out.
  public static func newest(_ count: Int) -> BufferingPolicy {
    BufferingPolicy(kind: .newest(checked(count)))
  }

  /// Keeps the first `count` values: while it is full, new ones are dropped.
  public static func oldest(_ count: Int) -> BufferingPolicy {
    BufferingPolicy(kind: .oldest(checked(count)))
  }

  private static func checked(_ count: Int) -> Int {
    precondition(count > 0, "A buffer needs room for at least one value: give a count of 1 or more, not \(count).")
    return count
  }
}
