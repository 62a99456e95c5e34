/// A clock that counts the time since a recorder was made.
final class Stopwatch: Sendable {
  let tick: Duration
  private let scheduler: VirtualScheduler
  private let start: Duration

  init(_ scheduler: VirtualScheduler, tick: Duration) {
    self.tick = tick
    self.scheduler = scheduler
    start = scheduler.elapsed
  }

  var time: Duration { scheduler.elapsed - start }
}
