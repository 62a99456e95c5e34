/// An event of a signal: a value, or the end. Any number of values come first, then at most one end (C1).
@frozen
public enum Event<Value: Sendable>: Sendable {
  /// One of the values.
  case value(Value)
  /// The last event.
  case end(End)
}

/// The end of a signal. No event follows it.
@frozen
public enum End: Sendable {
  /// The signal has no more values.
  case finished
  /// The signal has failed, and has no more values.
  case failed(any Error)
}

extension Event {
  /// The value, or nil if this is the end.
  @inlinable
  public var value: Value? { if case .value(let value) = self { value } else { nil } }

  /// The error, or nil if this is a value or the finish.
  @inlinable
  public var error: (any Error)? { if case .end(let end) = self { end.error } else { nil } }
}

extension End {
  /// The error of a failure, or nil if the signal has finished.
  @inlinable
  public var error: (any Error)? { if case .failed(let error) = self { error } else { nil } }
}

/// The outcome of a send.
@frozen
public enum SendResult: Hashable, Sendable {
  /// The value reached every observer before `send` returned, or the buffer of an observer that is called on a queue. A
  /// handler on the main actor has such a buffer if the send is not on the main queue, or if an earlier value waits.
  case delivered
  /// The value waits, because the source is busy or delivers on a queue. It is delivered after the event under way,
  /// unless a handler ends the source first: events that handlers send go before it.
  case queued
  /// The source has ended. The value reaches no observer.
  case ended
}

extension Event: CustomStringConvertible {
  /// `value(1)`, or the description of the end.
  public var description: String {
    switch self {
    case .value(let value): "value(\(value))"
    case .end(let end): "\(end)"
    }
  }
}

extension End: CustomStringConvertible {
  /// `finished`, or `failed(…)` with the error.
  public var description: String {
    switch self {
    case .finished: "finished"
    case .failed(let error): "failed(\(error))"
    }
  }
}
