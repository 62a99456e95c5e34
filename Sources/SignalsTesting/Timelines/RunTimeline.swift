public import Signals

/// Subscribes to a signal, lets time pass, and draws what came.
///
/// ```swift
/// let source = Signal<Int>.timeline("-1--2|", on: clock)
/// try timeline(of: source.map { $0 * 2 }, on: clock).expect("-2--4|")
/// ```
///
/// - Parameters:
///   - signal: what is drawn.
///   - scheduler: tells the time, and lets it pass.
///   - during: when to subscribe and to cancel, in frames from now: `"--^---!"`. See ``Recorder``.
///   - tick: how long a frame is.
///   - span: how much time passes; where nothing is said, as much as it takes until nothing is scheduled any more.
public func timeline<Value>(
  of signal: Signal<Value>, on scheduler: VirtualScheduler, during: Timeline = "^", tick: Duration = .seconds(1),
  for span: Duration? = nil
) -> Timeline {
  recorder(of: signal, scheduler, during, tick, span).timeline
}

/// The same, where a table says what stands for which value.
public func timeline<Value: Equatable>(
  of signal: Signal<Value>, values: [Character: Value], on scheduler: VirtualScheduler, during: Timeline = "^",
  tick: Duration = .seconds(1), for span: Duration? = nil
) -> Timeline {
  recorder(of: signal, scheduler, during, tick, span).timeline(values: values)
}

private func recorder<Value>(
  of signal: Signal<Value>, _ scheduler: VirtualScheduler, _ during: Timeline, _ tick: Duration, _ span: Duration?
) -> Recorder<Value> {
  let recorder = Recorder(signal, on: scheduler, tick: tick, during: during)
  if let span { scheduler.advance(by: span) } else { scheduler.run() }
  return recorder
}
