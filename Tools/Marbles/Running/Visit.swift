import Signals

/// What one subscription keeps. It is released with everything else of the subscription (C8), and that is how its lane
/// learns that it is over.
final class Visit: Sendable {
  private let log: LaneLog
  private let timers: [any Cancellable]
  /// Released, an input would finish; the last timer isn't always an end.
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
  /// A subscription to this signal keeps `visit`, and lets go of it when it is over.
  func held(by visit: Visit) -> Signal {
    stage(visit) { _, value, downstream in try downstream.pass(value) }
  }
}
