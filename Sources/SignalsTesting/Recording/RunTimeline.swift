public import Signals

/// Subscribes to a signal, advances the time, and returns the recorded timeline.
///
/// ```swift
/// let source = Signal<Int>.timeline("-1--2|", on: clock)
/// try timeline(of: source.map { $0 * 2 }, on: clock).expect("-2--4|")
/// ```
///
/// - Parameters:
///   - signal: The signal to record.
///   - scheduler: The scheduler whose time is advanced.
///   - during: The frames, counted from now, in which to subscribe and to cancel: `"--^---!"`. See ``Recorder``.
///   - tick: The length of a frame.
///   - span: The time to advance by. Without it, the time advances until nothing is scheduled any more.
///   - file: The file of this call, for the live graph and for messages about wrong arguments.
///   - line: The line of this call, for the same purposes.
public func timeline<Value>(
  of signal: Signal<Value>, on scheduler: VirtualScheduler, during: Timeline = "^", tick: Duration = .seconds(1),
  for span: Duration? = nil, file: StaticString = #fileID, line: UInt = #line
) -> Timeline {
  recorder(of: signal, scheduler, during, tick, span, file, line).timeline
}

/// Subscribes to a signal, advances the time, and returns the recorded timeline, with each value drawn as its character
/// in `values`.
public func timeline<Value: Equatable>(
  of signal: Signal<Value>, values: [Character: Value], on scheduler: VirtualScheduler, during: Timeline = "^",
  tick: Duration = .seconds(1), for span: Duration? = nil, file: StaticString = #fileID, line: UInt = #line
) -> Timeline {
  recorder(of: signal, scheduler, during, tick, span, file, line).timeline(values: values)
}

private func recorder<Value>(
  of signal: Signal<Value>, _ scheduler: VirtualScheduler, _ during: Timeline, _ tick: Duration, _ span: Duration?,
  _ file: StaticString, _ line: UInt
) -> Recorder<Value> {
  let recorder = Recorder(signal, on: scheduler, tick: tick, during: during, file: file, line: line)
  if let span {
    scheduler.advance(by: span, file: file, line: line)
  } else {
    scheduler.run(file: file, line: line)
  }
  return recorder
}
