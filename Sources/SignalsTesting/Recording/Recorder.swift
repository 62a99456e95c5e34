public import Signals

/// Records the whole history of a signal, so that a test can compare it.
///
/// ```swift
/// let input = SignalInput<Int>()
/// let recorder = Recorder(input.signal.map { $0 * 2 })
/// input.send(1)
/// input.finish()
/// #expect(recorder.history == ["2", "|"])
/// ```
///
/// A recorder with a scheduler also records the time of each event, and draws a ``Timeline``:
///
/// ```swift
/// let recorder = Recorder(query.debounce(for: .seconds(2), on: clock), on: clock)
/// clock.run()
/// try recorder.expect("---b--|")
/// ```
///
/// It may be read from any thread, also while the signal is active. Releasing it cancels the subscription.
public final class Recorder<Value: Sendable>: Cancellable {
  private let log: EventLog<Value>
  private let subscription: ScheduledSubscription
  private let file: StaticString
  private let line: UInt

  /// Subscribes to `signal`, and records its events.
  public init(_ signal: Signal<Value>, file: StaticString = #fileID, line: UInt = #line) {
    self.file = file
    self.line = line
    log = EventLog(nil)
    subscription = ScheduledSubscription()
    let info = NodeInfo(.endpoint, "Recorder", file, line)
    subscription.begin { [log] in signal.subscribe(as: info) { event in log.append(event) } }
  }

  /// Subscribes to the signal of a property, or of something else that has one, and records its events.
  // Disfavored, so that `Recorder(.just(1))` records a signal.
  @_disfavoredOverload
  public convenience init(
    _ source: some SignalConvertible<Value>, file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(source.signal, file: file, line: line)
  }

  /// Subscribes to `signal`, and records its events and their times.
  ///
  /// - Parameters:
  ///   - signal: The signal to record.
  ///   - scheduler: The scheduler that tells the time.
  ///   - tick: The length of a frame of the timeline.
  ///   - span: The frames, counted from now, in which to subscribe and to cancel: `"--^---!"`. Without a `^`, the
  ///     recorder subscribes immediately, within this call; otherwise the scheduler subscribes. Events in the frame of
  ///     the `!` aren't recorded, unless they were scheduled before the recorder was made.
  ///   - file: The file of this call, for the live graph.
  ///   - line: The line of this call, for the live graph.
  public init(
    _ signal: Signal<Value>, on scheduler: VirtualScheduler, tick: Duration = .seconds(1), during span: Timeline = "^",
    file: StaticString = #fileID, line: UInt = #line
  ) {
    let clock = Stopwatch(scheduler, tick: tick.asTick(file, line))
    self.file = file
    self.line = line
    log = EventLog(clock)
    subscription = ScheduledSubscription(clock)
    let plan = RecordingPlan(span, file, line)
    let info = NodeInfo(.endpoint, "Recorder", file, line)
    let begin: @Sendable () -> Void = { [log, subscription] in
      subscription.begin {
        signal.subscribe(as: info) { event in
          log.append(event)
          if case .end = event { subscription.signalEnded() }
        }
      }
    }
    if let frame = plan.cancellation {
      subscription.keep(scheduler.schedule(after: tick * frame) { [log, subscription] in subscription.cancel(log.end) })
    }
    if plan.subscription == 0 {
      begin()
    } else {
      subscription.keep(scheduler.schedule(after: tick * plan.subscription, begin))
    }
  }

  /// Subscribes to the signal of a property, or of something else that has one, and records its events and their times: see
  /// ``init(_:on:tick:during:file:line:)-(Signal<Value>,_,_,_,_,_)``.
  @_disfavoredOverload
  public convenience init(
    _ source: some SignalConvertible<Value>, on scheduler: VirtualScheduler, tick: Duration = .seconds(1),
    during span: Timeline = "^", file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(source.signal, on: scheduler, tick: tick, during: span, file: file, line: line)
  }

  deinit { subscription.cancel(log.end) }

  /// All events so far, in order.
  public var events: [Event<Value>] { log.entries.map(\.event) }

  /// All events so far, with their times. The recorder must have been made with a scheduler.
  public var timedEvents: [TimedEvent<Value>] {
    _ = clock
    return log.entries
  }

  /// The values so far.
  public var values: [Value] {
    events.compactMap { event in
      if case .value(let value) = event { value } else { nil }
    }
  }

  /// The end of the signal, if it has ended.
  public var end: End? { log.end }

  /// All events so far as text: the description of a value, `|` for the finish, `#` with the error for a failure.
  public var history: [String] {
    events.map { event in
      switch event {
      case .value(let value): "\(value)"
      case .end(.finished): "|"
      case .end(.failed(let error)): "#\(error)"
      }
    }
  }

  /// Removes all events so far. Times are still counted from the moment when the recorder was made.
  public func clear() { log.clear() }

  /// Ends the subscription. The recorded events stay.
  public func cancel() { subscription.cancel(log.end) }

  /// Cancels, and returns once a recording that is under way on another thread has completed. It stays on the actor of the caller.
  public nonisolated(nonsending) func cancelAndWait() async {
    cancel()
    await subscription.endpoint?.cancelAndWait()
  }

  private var clock: Stopwatch {
    guard let clock = log.clock else {
      stopProgram(
        "This recorder records no times: make it with a scheduler, Recorder(signal, on: clock).", file, line)
    }
    return clock
  }
}

extension Recorder {
  /// The recorded events, frame by frame. The recorder must have been made with a scheduler.
  ///
  /// A value whose description is one letter or digit is drawn as that character, any other value as `?`: see
  /// ``timeline(values:)``. A `^` is drawn if the subscription began later than the recorder, and a `!` if it was
  /// cancelled before the end.
  public var timeline: Timeline {
    timeline { value in
      let text = "\(value)"
      guard let name = text.first, text.count == 1, Timeline.Mark.isName(name) else { return .unnamed(text) }
      return .value(name)
    }
  }

  /// Returns the recorded events, frame by frame, with each value drawn as its character in `values`.
  public func timeline(values: [Character: Value]) -> Timeline where Value: Equatable {
    timeline { value in
      values.first { $0.value == value }.map { .value($0.key) } ?? .unnamed("\(value)")
    }
  }

  /// Throws a ``TimelineMismatch`` unless the recorded timeline equals `expected`.
  ///
  /// ```swift
  /// try recorder.expect("-a--b|")
  /// ```
  public func expect(_ expected: Timeline) throws(TimelineMismatch) { try timeline.expect(expected) }

  /// Throws a ``TimelineMismatch`` unless the recorded timeline, with each value drawn as its character in `values`,
  /// equals `expected`.
  public func expect(_ expected: Timeline, values: [Character: Value]) throws(TimelineMismatch) where Value: Equatable {
    try timeline(values: values).expect(expected)
  }

  private func timeline(_ mark: (Value) -> Timeline.Mark) -> Timeline {
    var marks = log.entries.map { entry in
      let drawn: Timeline.Mark =
        switch entry.event {
        case .value(let value): mark(value)
        case .end(.finished): .finish
        case .end(.failed): .failure
        }
      return (entry.time, drawn)
    }
    let span = subscription.span
    if let begun = span.begun, begun > .zero { marks.insert((begun, .subscription), at: 0) }
    if let cancelled = span.cancelled { marks.append((cancelled, .cancellation)) }
    return Timeline(marks, tick: clock.tick)
  }
}
