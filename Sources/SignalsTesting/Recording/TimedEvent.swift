public import Signals

/// An event, and when it came.
public struct TimedEvent<Value: Sendable>: Sendable, CustomStringConvertible {
  /// How much time had passed since the recorder was made.
  public let time: Duration
  /// What came.
  public let event: Event<Value>

  /// `value(1) at 2.0 seconds`.
  public var description: String { "\(event) at \(time)" }
}
