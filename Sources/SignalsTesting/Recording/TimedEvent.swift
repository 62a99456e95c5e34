public import Signals

/// An event and its time.
public struct TimedEvent<Value: Sendable>: Sendable, CustomStringConvertible {
  /// The time between the making of the recorder and the event.
  public let time: Duration
  /// The event.
  public let event: Event<Value>

  /// `value(1) at 2.0 seconds`.
  public var description: String { "\(event) at \(time)" }
}
