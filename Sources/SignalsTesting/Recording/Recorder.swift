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
/// With a scheduler it knows when each event came, and draws a ``Timeline``:
///
/// ```swift
/// let recorder = Recorder(query.debounce(for: .seconds(2), on: clock), on: clock)
/// clock.run()
/// try recorder.expect("---b--|")
/// ```
///
/// It may be read from any thread, also while the signal goes on. Releasing it cancels the subscription.
public final class Recorder<Value: Sendable>: Cancellable, Sendable {
  private let log: Log<Value>
  private let subscription: Subscription

  /// Subscribes, and records from then on.
  public init(_ signal: Signal<Value>, file: StaticString = #fileID, line: UInt = #line) {
    log = Log(nil)
    subscription = Subscription()
    let making = Making(.endpoint, "Recorder", file, line)
    subscription.begin { [log] in signal.subscribe(as: making) { event in log.append(event) } }
  }

  /// Subscribes, and records from then on what comes and when.
  ///
  /// - Parameters:
  ///   - signal: what is recorded.
  ///   - scheduler: tells the time.
  ///   - tick: how long a frame of the timeline is.
  ///   - span: when to subscribe and to cancel, in frames from now: `"--^---!"`. Without a `^` it subscribes at once,
  ///     within this call; otherwise the scheduler does it. What the signal does in the frame of the `!` doesn't come
  ///     any more, unless it was scheduled before the recorder was made.
  ///   - file: where this is called, for the live graph.
  ///   - line: the same.
  public init(
    _ signal: Signal<Value>, on scheduler: VirtualScheduler, tick: Duration = .seconds(1), during span: Timeline = "^",
    file: StaticString = #fileID, line: UInt = #line
  ) {
    let clock = Stopwatch(scheduler, tick: tick.asTick)
    log = Log(clock)
    subscription = Subscription(clock)
    let plan = RecordingPlan(span)
    let making = Making(.endpoint, "Recorder", file, line)
    let begin: @Sendable () -> Void = { [log, subscription] in
      subscription.begin {
        signal.subscribe(as: making) { event in
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

  deinit { subscription.cancel(log.end) }

  /// Every event so far, in the order in which it came.
  public var events: [Event<Value>] { log.entries.map(\.event) }

  /// Every event so far, with its time. The recorder needs to have been made with a scheduler.
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

  /// How the signal ended, if it has.
  public var end: End? { log.end }

  /// Every event as text: values as they print, `|` for the finish, `#` with the error for a failure.
  public var history: [String] {
    events.map { event in
      switch event {
      case .value(let value): "\(value)"
      case .end(.finished): "|"
      case .end(.failed(let error)): "#\(error)"
      }
    }
  }

  /// Forgets every event so far. Times go on being counted from the making of the recorder.
  public func clear() { log.clear() }

  /// Ends the subscription. What was recorded stays.
  public func cancel() { subscription.cancel(log.end) }

  /// Cancels, and returns when a recording under way on another thread is over.
  public func cancelAndWait() async {
    cancel()
    await subscription.endpoint?.cancelAndWait()
  }

  private var clock: Stopwatch {
    guard let clock = log.clock else {
      preconditionFailure("This recorder knows no time: make it with a scheduler, Recorder(signal, on: clock).")
    }
    return clock
  }
}

extension Recorder {
  /// What was recorded, frame by frame. The recorder needs to have been made with a scheduler.
  ///
  /// A value that prints as one letter or digit is drawn as that, any other as `?`: see ``timeline(values:)``. A `^` is
  /// drawn where the subscription came later than the recorder, and a `!` where it was cancelled before the end.
  public var timeline: Timeline {
    timeline { value in
      let text = "\(value)"
      guard let name = text.first, text.count == 1, Timeline.Mark.isName(name) else { return .unnamed(text) }
      return .value(name)
    }
  }

  /// The same, where a table says what stands for which value.
  public func timeline(values: [Character: Value]) -> Timeline where Value: Equatable {
    timeline { value in
      values.first { $0.value == value }.map { .value($0.key) } ?? .unnamed("\(value)")
    }
  }

  /// Throws a ``TimelineMismatch`` unless this is what was recorded.
  ///
  /// ```swift
  /// try recorder.expect("-a--b|")
  /// ```
  public func expect(_ expected: Timeline) throws(TimelineMismatch) { try timeline.expect(expected) }

  /// The same, where a table says what stands for which value.
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
