public import Signals

/// An event, and when it came.
public struct TimedEvent<Value: Sendable>: Sendable, CustomStringConvertible {
  /// How much time had passed since the recorder was made.
  public let time: Duration
  public let event: Event<Value>

  public var description: String { "\(event) at \(time)" }
}
