public import Signals

/// A source that does what a timeline says, and records when it was subscribed to.
///
/// ```swift
/// let source = TimelineSource<String>("-a--b--c|", on: clock)
/// let recorder = Recorder(source.signal.prefix(2), on: clock)
/// clock.run()
/// #expect(recorder.timeline == "-a--(b|)")
/// #expect(source.subscriptions == ["^---!"])  // let go of when there was enough
/// ```
///
/// Everything is sent by the scheduler, the first frame's events at the next time that it lets time pass; so they come
/// before whatever operators do in the same frame. No timer is left when a subscription is over.
public final class TimelineSource<Value: Sendable>: Sendable {
  /// What it sends, to be subscribed to.
  public let signal: Signal<Value>
  private let visits: Visits

  /// A source of any values, with a table that says what letters and digits stand for.
  ///
  /// - Parameters:
  ///   - timeline: what it sends, frame by frame.
  ///   - values: what the timeline's letters and digits stand for.
  ///   - error: what its `#` stands for.
  ///   - tick: how long a frame is.
  ///   - scheduler: tells the time.
  ///   - begins: whether every subscription sees it from the first frame, or all see one and the same run.
  public convenience init(
    _ timeline: Timeline, values: [Character: Value], error: any Error = TimelineFailure(),
    tick: Duration = .seconds(1), on scheduler: VirtualScheduler, begins: TimelineBeginning = .withEachSubscription
  ) {
    self.init(
      TimelineScript(timeline, error: error, mayHaveBegun: begins == .whenMade) { values[$0] }, tick, scheduler, begins)
  }

  private init(
    _ script: TimelineScript<Value>, _ tick: Duration, _ scheduler: VirtualScheduler, _ begins: TimelineBeginning
  ) {
    let visits = Visits(scheduler, tick.asTick)
    self.visits = visits
    switch begins {
    case .withEachSubscription:
      signal = Signal { downstream, line in
        let input = SignalInput<Value>()
        let visit = Visit(to: input, visits)
        visit.timers.change { $0 = script.play(into: input, tick: tick, on: scheduler) }
        input.signal.held(by: visit).attach(downstream, line)
      }
    case .whenMade:
      let input = SignalInput<Value>()
      _ = script.play(into: input, tick: tick, on: scheduler)
      signal = Signal { downstream, line in
        input.signal.held(by: Visit(to: input, visits)).attach(downstream, line)
      }
    }
  }

  /// When each subscription began, and when it was cancelled or ended: `"--^---!"`. Frames are counted from the making
  /// of the source.
  public var subscriptions: [Timeline] { visits.timelines }
}

extension TimelineSource where Value: TimelineValue {
  /// The same, where the letters and digits stand for themselves.
  public convenience init(
    _ timeline: Timeline, error: any Error = TimelineFailure(), tick: Duration = .seconds(1),
    on scheduler: VirtualScheduler, begins: TimelineBeginning = .withEachSubscription
  ) {
    self.init(
      TimelineScript(timeline, error: error, mayHaveBegun: begins == .whenMade, Value.init(timelineCharacter:)), tick,
      scheduler, begins)
  }
}

extension Signal {
  /// Does what a timeline says, anew for each subscription or from now on. See ``TimelineSource``.
  ///
  /// ```swift
  /// let answers = Signal.timeline("-y--n|", values: ["y": true, "n": false], on: clock)
  /// ```
  public static func timeline(
    _ timeline: Timeline, values: [Character: Value], error: any Error = TimelineFailure(),
    tick: Duration = .seconds(1), on scheduler: VirtualScheduler, begins: TimelineBeginning = .withEachSubscription
  ) -> Signal {
    TimelineSource(timeline, values: values, error: error, tick: tick, on: scheduler, begins: begins).signal
  }

  /// The same, where the letters and digits stand for themselves.
  ///
  /// ```swift
  /// let digits = Signal<Int>.timeline("-1--2|", on: clock)
  /// ```
  public static func timeline(
    _ timeline: Timeline, error: any Error = TimelineFailure(), tick: Duration = .seconds(1),
    on scheduler: VirtualScheduler, begins: TimelineBeginning = .withEachSubscription
  ) -> Signal where Value: TimelineValue {
    TimelineSource(timeline, error: error, tick: tick, on: scheduler, begins: begins).signal
  }

  /// A subscription to this signal keeps `visit`, and lets go of it when it is over.
  fileprivate func held(by visit: Visit<Value>) -> Signal {
    stage(visit) { _, value, downstream in try downstream.pass(value) }
  }
}

/// What one subscription keeps. It is released with everything else of the subscription (C8), and that is how the
/// source learns that it is over.
private final class Visit<Value: Sendable>: Sendable {
  let timers = Guarded<[any Cancellable & Sendable]>([])
  /// Released, it would finish; the last timer isn't always an end.
  private let input: SignalInput<Value>
  private let visits: Visits
  private let number: Int

  init(to input: SignalInput<Value>, _ visits: Visits) {
    self.input = input
    self.visits = visits
    number = visits.begin()
  }

  deinit {
    for timer in timers.change({ $0 }) { timer.cancel() }
    visits.end(number)
  }
}
