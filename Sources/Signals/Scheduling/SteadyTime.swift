/// The time that an operator goes by. Where its scheduler's goes back, this stands still for that moment and goes on from
/// there: whatever waits then waits as long as it had to wait anyway, and is not held up for as long as the clock was set
/// back.
struct SteadyTime: Sendable {
  private var last: Duration?
  /// How far the scheduler's time has gone back altogether.
  private var lag = Duration.zero

  mutating func now(on scheduler: any Scheduler) -> Duration {
    let told = scheduler.elapsed + lag
    if let last, told < last {
      lag += last - told
      return last
    }
    last = told
    return told
  }
}
