import Signals

/// What a source has to send, and when: a timeline with the values that it stands for.
struct TimelineScript<Value: Sendable>: Sendable {
  struct Moment: Sendable {
    /// How many frames after the beginning.
    let frame: Int
    let events: [Event<Value>]
  }

  let moments: [Moment]

  /// - Parameter mayHaveBegun: whether `^` is the beginning, and what comes before it is over.
  init(
    _ timeline: Timeline, error: any Error, mayHaveBegun: Bool, _ value: (Character) -> Value?
  ) {
    let beginning = timeline.frames.firstIndex { $0.contains(.subscription) }
    precondition(
      mayHaveBegun || beginning == nil,
      "The timeline \"\(timeline)\" begins anew with each subscription, so \"^\" can't say where that is: leave it out, "
        + "or let it begin when it is made (begins: .whenMade).")
    moments = timeline.frames.enumerated().compactMap { frame, marks in
      let events = marks.compactMap { mark -> Event<Value>? in
        switch mark {
        case .value(let name):
          guard let value = value(name) else {
            preconditionFailure("The timeline \"\(timeline)\" has no value for \"\(name)\": name it in `values`.")
          }
          return .value(value)
        case .finish: return .end(.finished)
        case .failure: return .end(.failed(error))
        case .subscription: return nil
        case .cancellation, .unnamed, .later:
          preconditionFailure(
            "The timeline \"\(timeline)\" has a \"\(mark.character)\", which a source can't do: it sends values and an end."
          )
        }
      }
      let offset = frame - (beginning ?? 0)
      return events.isEmpty || offset < 0 ? nil : Moment(frame: offset, events: events)
    }
  }

  /// Schedules everything, now. It comes before what operators schedule for the same frames later on.
  func play(
    into input: SignalInput<Value>, tick: Duration, on scheduler: VirtualScheduler
  ) -> [any Cancellable & Sendable] {
    moments.map { moment in
      scheduler.schedule(after: tick * moment.frame) {
        // A group is one turn: what joins its values sees them together (C11).
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
