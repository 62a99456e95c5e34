/// A monotonic view of a scheduler's time, as operators use it. When the scheduler's time goes back, this time stands
/// still for that moment and continues from there, so a pending wait isn't prolonged by the amount that the clock was
/// set back.
struct SteadyTime: Sendable {
  private var last: Duration?
  /// The total amount by which the scheduler's time has gone back.
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
