import Signals

/// The events of a recorder, in a separate object, so that the signal doesn't keep the recorder alive.
final class EventLog<Value: Sendable>: Sendable {
  let clock: Stopwatch?
  private let recorded = Guarded<(entries: [TimedEvent<Value>], end: End?)>(([], nil))

  init(_ clock: Stopwatch?) { self.clock = clock }

  var entries: [TimedEvent<Value>] { recorded.change { $0.entries } }

  var end: End? { recorded.change { $0.end } }

  func append(_ event: Event<Value>) {
    let entry = TimedEvent(time: clock?.time ?? .zero, event: event)
    recorded.change {
      $0.entries.append(entry)
      if case .end(let end) = event { $0.end = end }
    }
  }

  func clear() {
    // The entries are released here, outside the lock.
    _ = recorded.change { recorded in
      defer { recorded.entries = [] }
      return recorded.entries
    }
  }
}
