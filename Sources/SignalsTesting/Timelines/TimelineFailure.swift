/// The error of a `#` in a timeline, where the test names no other.
public struct TimelineFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// All of them are equal.
  public init() {}
  /// `failure`.
  public var description: String { "failure" }
}
