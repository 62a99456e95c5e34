public import Signals

/// A source that sends the events of a timeline, and records the times of its subscriptions.
///
/// ```swift
/// let source = TimelineSource<String>("-a--b--c|", on: clock)
/// let recorder = Recorder(source.signal.prefix(2), on: clock)
/// clock.run()
/// #expect(recorder.timeline == "-a--(b|)")
/// #expect(source.subscriptions == ["^---!"])  // cancelled after two values
/// ```
///
/// The scheduler sends all events, those of the first frame at the next advance. They precede everything that operators
/// do in the same frame. No timer is left when a subscription is over.
public final class TimelineSource<Value: Sendable>: Sendable {
  /// The signal that sends the events.
  public let signal: Signal<Value>
  private let log: SubscriptionLog

  /// Makes a source of arbitrary values, with a table of the values that letters and digits stand for.
  ///
  /// - Parameters:
  ///   - timeline: The events to send, frame by frame.
  ///   - values: The values of the timeline's letters and digits.
  ///   - error: The error of the timeline's `#`.
  ///   - tick: The length of a frame.
  ///   - scheduler: The scheduler that sends the events.
  ///   - begins: Whether each subscription begins at the first frame, or all subscriptions see the same run.
  ///   - file: The file of this call, for the message about a wrong timeline.
  ///   - line: The line of this call, for the same message.
  public convenience init(
    _ timeline: Timeline, values: [Character: Value], error: any Error = TimelineFailure(),
    tick: Duration = .seconds(1), on scheduler: VirtualScheduler, begins: TimelineBeginning = .withEachSubscription,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(
      TimelineScript(timeline, error: error, mayHaveBegun: begins == .whenMade, file, line) { values[$0] }, tick,
      scheduler, begins, file, line)
  }

  private init(
    _ script: TimelineScript<Value>, _ tick: Duration, _ scheduler: VirtualScheduler, _ begins: TimelineBeginning,
    _ file: StaticString, _ line: UInt
  ) {
    let log = SubscriptionLog(scheduler, tick.asTick(file, line))
    self.log = log
    switch begins {
    case .withEachSubscription:
      signal = Signal { downstream, connection in
        let input = SignalInput<Value>()
        let lifetime = SubscriptionLifetime(to: input, log)
        lifetime.timers.change { $0 = script.play(into: input, tick: tick, on: scheduler) }
        input.signal.retaining(lifetime).attach(downstream, connection)
      }
    case .whenMade:
      let input = SignalInput<Value>()
      _ = script.play(into: input, tick: tick, on: scheduler)
      signal = Signal { downstream, connection in
        input.signal.retaining(SubscriptionLifetime(to: input, log)).attach(downstream, connection)
      }
    }
  }

  /// The times at which each subscription began and was cancelled or ended: `"--^---!"`. Frames are counted from the
  /// making of the source.
  public var subscriptions: [Timeline] { log.timelines }
}

extension TimelineSource where Value: TimelineValue {
  /// Makes a source whose letters and digits stand for themselves.
  public convenience init(
    _ timeline: Timeline, error: any Error = TimelineFailure(), tick: Duration = .seconds(1),
    on scheduler: VirtualScheduler, begins: TimelineBeginning = .withEachSubscription,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(
      TimelineScript(
        timeline, error: error, mayHaveBegun: begins == .whenMade, file, line, Value.init(timelineCharacter:)),
      tick, scheduler, begins, file, line)
  }
}

extension Signal {
  /// Sends the events of a timeline, which begins with each subscription or now. See ``TimelineSource``.
  ///
  /// ```swift
  /// let answers = Signal.timeline("-y--n|", values: ["y": true, "n": false], on: clock)
  /// ```
  public static func timeline(
    _ timeline: Timeline, values: [Character: Value], error: any Error = TimelineFailure(),
    tick: Duration = .seconds(1), on scheduler: VirtualScheduler, begins: TimelineBeginning = .withEachSubscription,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal {
    TimelineSource(
      timeline, values: values, error: error, tick: tick, on: scheduler, begins: begins, file: file,
      line: line
    ).signal
  }

  /// Sends the events of a timeline whose letters and digits stand for themselves.
  ///
  /// ```swift
  /// let digits = Signal<Int>.timeline("-1--2|", on: clock)
  /// ```
  public static func timeline(
    _ timeline: Timeline, error: any Error = TimelineFailure(), tick: Duration = .seconds(1),
    on scheduler: VirtualScheduler, begins: TimelineBeginning = .withEachSubscription,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal where Value: TimelineValue {
    TimelineSource(
      timeline, error: error, tick: tick, on: scheduler, begins: begins, file: file,
      line: line
    ).signal
  }

  /// Returns a signal whose subscription retains `lifetime` until it is over.
  fileprivate func retaining(_ lifetime: SubscriptionLifetime<Value>) -> Signal {
    stage(lifetime) { _, value, downstream in try downstream.pass(value) }
  }
}

/// The resources of one subscription. They are released with everything else that the subscription holds (C8), which
/// tells the source that the subscription is over.
private final class SubscriptionLifetime<Value: Sendable>: Sendable {
  let timers = Guarded<[any Cancellable]>([])
  /// Retained, because a released input would finish, and the last timer doesn't always send an end.
  private let input: SignalInput<Value>
  private let log: SubscriptionLog
  private let number: Int

  init(to input: SignalInput<Value>, _ log: SubscriptionLog) {
    self.input = input
    self.log = log
    number = log.begin()
  }

  deinit {
    for timer in timers.change({ $0 }) { timer.cancel() }
    log.end(number)
  }
}
