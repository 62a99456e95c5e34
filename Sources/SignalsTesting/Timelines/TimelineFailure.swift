/// The error of a `#` in a timeline, where the test names no other.
public struct TimelineFailure: Error, Hashable, Sendable, CustomStringConvertible {
  public init() {}
  public var description: String { "failure" }
}
