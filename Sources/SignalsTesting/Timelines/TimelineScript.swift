import Signals

/// The events that a source sends and their frames: a timeline with its values.
struct TimelineScript<Value: Sendable>: Sendable {
  struct Moment: Sendable {
    /// The number of frames since the beginning.
    let frame: Int
    let events: [Event<Value>]
  }

  let moments: [Moment]

  /// - Parameter mayHaveBegun: Whether a `^` marks the beginning, so that events before it have already happened.
  init(
    _ timeline: Timeline, error: any Error, mayHaveBegun: Bool, _ file: StaticString, _ line: UInt,
    _ value: (Character) -> Value?
  ) {
    let beginning = timeline.frames.firstIndex { $0.contains(.subscription) }
    requireArgument(
      mayHaveBegun || beginning == nil,
      "The timeline \"\(timeline)\" begins anew with each subscription, so it can't contain a \"^\": leave it out, "
        + "or let the timeline begin when the source is made, with begins: .whenMade.", file, line)
    moments = timeline.frames.enumerated().compactMap { frame, marks in
      let events = marks.compactMap { mark -> Event<Value>? in
        switch mark {
        case .value(let name):
          guard let value = value(name) else {
            stopProgram(
              "The timeline \"\(timeline)\" has no value for \"\(name)\": add it to `values`.", file, line)
          }
          return .value(value)
        case .finish: return .end(.finished)
        case .failure: return .end(.failed(error))
        case .subscription: return nil
        case .cancellation, .unnamed, .later:
          stopProgram(
            "The timeline \"\(timeline)\" has a \"\(mark.character)\", which a source can't send: "
              + "write values and an end.", file, line)
        }
      }
      let offset = frame - (beginning ?? 0)
      return events.isEmpty || offset < 0 ? nil : Moment(frame: offset, events: events)
    }
  }

  /// Schedules all events now, so that they precede actions that operators schedule later for the same frames.
  func play(
    into input: SignalInput<Value>, tick: Duration, on scheduler: VirtualScheduler
  ) -> [any Cancellable] {
    moments.map { moment in
      scheduler.schedule(after: tick * moment.frame) {
        // A group is one turn: a join of its values sees them together (C11).
        transaction {
          for event in moment.events { input.send(event) }
        }
      }
    }
  }
}

extension SignalInput {
  fileprivate func send(_ event: Event<Value>) {
    switch event {
    case .value(let value): send(value)
    case .end(.finished): finish()
    case .end(.failed(let error)): fail(error)
    }
  }
}
