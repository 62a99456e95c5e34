public import Dispatch

extension Signal {
  /// Passes on each value with the time at which it came, as the scheduler's `elapsed` tells it.
  ///
  /// ![A marble diagram of timestamps](timestamps)
  ///
  /// That is the time since a moment that is the same for every signal and every subscription on the scheduler, so that
  /// times of different ones can be compared. Nothing waits.
  ///
  /// ```swift
  /// let log = samples.timestamps().map { sample in "\(sample.time): \(sample.value)" }
  /// ```
  public func timestamps(
    on scheduler: some Scheduler = DispatchQueue.global(),
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<(value: Value, time: Duration)> {
    map { (value: $0, time: scheduler.elapsed) }.seen(as: "timestamps", file, line)
  }
}
