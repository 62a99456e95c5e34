/// The error of a `#` in a timeline, unless the test provides another one.
public struct TimelineFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// Makes the error. All instances are equal.
  public init() {}
  /// `failure`.
  public var description: String { "failure" }
}
