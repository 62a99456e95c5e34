import Signals
import SignalsTesting

extension Run {
  /// A source that begins with the run, whoever listens, and sends what `timeline` says.
  func input<Value: Sendable>(
    _ name: String, _ timeline: Timeline, values: [Character: Value], error: any Error = TimelineFailure()
  ) -> Signal<Value> {
    let log = addLane(name, .lasting)
    let input = source(timeline, error, log) { values[$0] }
    return Signal.deferred { input.signal.held(by: Visit(to: log)) }
  }

  /// The same, where letters and digits stand for themselves.
  func input<Value: TimelineValue>(
    _ name: String, _ timeline: Timeline, error: any Error = TimelineFailure()
  ) -> Signal<Value> {
    let log = addLane(name, .lasting)
    let input: SignalInput<Value> = source(timeline, error, log) { Value(timelineCharacter: $0) }
    return Signal.deferred { input.signal.held(by: Visit(to: log)) }
  }

  /// Numbers of one digit.
  func numbers(_ timeline: Timeline, _ name: String = "numbers", error: any Error = TimelineFailure()) -> Signal<Int> {
    input(name, timeline, error: error)
  }

  /// Letters, as texts.
  func letters(
    _ timeline: Timeline, _ name: String = "letters", error: any Error = TimelineFailure()
  ) -> Signal<String> {
    input(name, timeline, error: error)
  }

  /// A source that does what `timeline` says for each subscription anew, with a lane for each.
  ///
  /// - Parameter parent: the value that it was made of, as it prints.
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

  /// Sends what `timeline` says to an input whose signal is subscribed to from the beginning, as it is.
  func send<Value: TimelineValue>(_ timeline: Timeline, to input: SignalInput<Value>, _ name: String) {
    let log = addLane(name, .lasting)
    log.come()
    keep(input)
    play(events(of: timeline, TimelineFailure()) { Value(timelineCharacter: $0) }, into: input, log)
  }

  /// The same signal, with a lane for each subscription that shows what passes.
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
          guard let value = value(name) else { preconditionFailure("\"\(name)\" stands for no value in \(timeline).") }
          return (frame, .value(value))
        case .finish: return (frame, .end(.finished))
        case .failure: return (frame, .end(.failed(error)))
        default: preconditionFailure("A source sends values and an end, and no more than that: \(timeline).")
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
