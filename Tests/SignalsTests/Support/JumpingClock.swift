import Signals
import SignalsTesting

/// A scheduler that keeps its appointments, but tells any time.
final class JumpingClock: Scheduler {
  private let clock = VirtualScheduler()
  private let offset = Guarded(Duration.zero)

  var elapsed: Duration { clock.elapsed + offset.change { $0 } }

  /// Tells a time from now on that is so much later, or earlier.
  func jump(by span: Duration) { offset.change { $0 += span } }

  /// Lets so much time really pass.
  func advance(by span: Duration) { clock.advance(by: span) }

  func schedule(
    after delay: Duration, leeway: Duration, _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    clock.schedule(after: delay, leeway: leeway, action)
  }
}

extension Duration {
  static func years(_ count: Int) -> Duration { .seconds(31_536_000 * count) }
}
