/// What a signal carries: any number of values, then at most one end (C1).
@frozen
public enum Event<Value: Sendable>: Sendable {
  /// One of the values.
  case value(Value)
  /// The last event.
  case end(End)
}

/// How a signal ends. Nothing follows it.
@frozen
public enum End: Sendable {
  /// There is nothing more to come.
  case finished
  /// Something went wrong, and there is nothing more to come.
  case failed(any Error)
}

/// What became of a value that was sent.
@frozen
public enum SendResult: Hashable, Sendable {
  /// It went through every observer before `send` returned, or into the buffers of those that asked for a queue. A
  /// handler on the main actor is one of these when the value comes from elsewhere, or behind one that waits.
  case delivered
  /// It goes through after what is being delivered now: the source was busy, or lives on a queue. Unless a handler ends
  /// the source before: what handlers send goes first.
  case queued
  /// The source has ended. The value reached nobody and never will.
  case ended
}

extension Event: CustomStringConvertible {
  /// `value(1)`, or what the end is called.
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
