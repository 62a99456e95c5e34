import Signals
import SignalsTesting

extension Run {
  /// A source that begins with the run, and sends the events of `timeline` with or without subscribers.
  func input<Value: Sendable>(
    _ name: String, _ timeline: Timeline, values: [Character: Value], error: any Error = TimelineFailure()
  ) -> Signal<Value> {
    let log = addLane(name, .lasting)
    let input = source(timeline, error, log) { values[$0] }
    return Signal.deferred { input.signal.held(by: Visit(to: log)) }
  }

  /// The same, with letters and digits as values.
  func input<Value: TimelineValue>(
    _ name: String, _ timeline: Timeline, error: any Error = TimelineFailure()
  ) -> Signal<Value> {
    let log = addLane(name, .lasting)
    let input: SignalInput<Value> = source(timeline, error, log) { Value(timelineCharacter: $0) }
    return Signal.deferred { input.signal.held(by: Visit(to: log)) }
  }

  /// A source of one-digit numbers.
  func numbers(_ timeline: Timeline, _ name: String = "numbers", error: any Error = TimelineFailure()) -> Signal<Int> {
    input(name, timeline, error: error)
  }

  /// A source of letters.
  func letters(
    _ timeline: Timeline, _ name: String = "letters", error: any Error = TimelineFailure()
  ) -> Signal<String> {
    input(name, timeline, error: error)
  }

  /// A source that sends the events of `timeline` once for each subscription, each with a lane of its own.
  ///
  /// - Parameter parent: the description of the value that the signal was made from.
  func recipe<Value: TimelineValue>(
    _ name: String, _ timeline: Timeline, of parent: String? = nil, error: any Error = TimelineFailure()
  ) -> Signal<Value> {
    Signal.deferred { [self] in
      let log = addLane(name, .subscription, of: parent)
      let input = SignalInput<Value>()
      let timers = events(of: timeline, error) { Value(timelineCharacter: $0) }.map { frame, event in
        clock.schedule(after: .seconds(frame)) { [beat] in
          beat.takeTurn {
            log.note(event)
            input.send(event)
          }
        }
      }
      return input.signal.held(by: Visit(to: log, keeping: input, timers: timers))
    }
  }

  /// Sends the events of `timeline` to an input whose signal has a subscription from the beginning.
  func send<Value: TimelineValue>(_ timeline: Timeline, to input: SignalInput<Value>, _ name: String) {
    let log = addLane(name, .lasting)
    log.come()
    keep(input)
    play(events(of: timeline, TimelineFailure()) { Value(timelineCharacter: $0) }, into: input, log)
  }

  /// The same signal, with a lane for each subscription that shows its events.
  func watched<Value>(_ signal: Signal<Value>, _ name: String) -> Signal<Value> {
    Signal.deferred { [self] in
      let log = addLane(name, .derived)
      return signal.stage(Visit(to: log)) { _, value, downstream in
        log.note(.value(value))
        downstream.deliver(value)
      } atEnd: { _, end, downstream in
        log.note(Event<Value>.end(end))
        downstream.end(end)
      }
    }
  }

  private func source<Value>(
    _ timeline: Timeline, _ error: any Error, _ log: LaneLog, _ value: (Character) -> Value?
  ) -> SignalInput<Value> {
    let input = SignalInput<Value>()
    keep(input)
    play(events(of: timeline, error, value), into: input, log)
    return input
  }

  private func play<Value>(
    _ events: [(frame: Int, event: Event<Value>)], into input: SignalInput<Value>, _ log: LaneLog
  ) {
    for (frame, event) in events {
      at(frame) {
        log.note(event)
        input.send(event)
      }
    }
  }

  private func events<Value>(
    of timeline: Timeline, _ error: any Error, _ value: (Character) -> Value?
  ) -> [(frame: Int, event: Event<Value>)] {
    timeline.frames.enumerated().flatMap { frame, marks in
      marks.map { mark in
        switch mark {
        case .value(let name):
          guard let value = value(name) else {
            preconditionFailure("\"\(name)\" in the timeline \(timeline) has no value: add it to `values`.")
          }
          return (frame, .value(value))
        case .finish: return (frame, .end(.finished))
        case .failure: return (frame, .end(.failed(error)))
        default:
          preconditionFailure("The timeline \(timeline) of a source has other marks than values and an end.")
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
