import Signals

/// An object that one subscription retains. It is released at the end of the subscription (C8), and reports that to the
/// lane.
final class Visit: Sendable {
  private let log: LaneLog
  private let timers: [any Cancellable]
  /// The input. Its release would finish the signal before the subscription ends.
  private let source: (any Sendable)?

  init(to log: LaneLog, keeping source: (any Sendable)? = nil, timers: [any Cancellable] = []) {
    self.log = log
    self.source = source
    self.timers = timers
    log.come()
  }

  deinit {
    for timer in timers { timer.cancel() }
    log.leave()
  }
}

extension Signal {
  /// The same signal, whose subscriptions retain `visit` until they end.
  func held(by visit: Visit) -> Signal {
    stage(visit) { _, value, downstream in try downstream.pass(value) }
  }
}
