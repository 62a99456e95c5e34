public import Dispatch

extension SignalConvertible where Value: Sendable {
  /// Emits each value with the time of its arrival, as given by the scheduler's `elapsed`.
  ///
  /// ![A marble diagram of timestamps](timestamps)
  ///
  /// The time is measured from a moment that is the same for every signal and every subscription on the scheduler, so
  /// that the times of different signals can be compared. Nothing waits.
  ///
  /// ```swift
  /// let log = samples.timestamps().map { sample in "\(sample.time): \(sample.value)" }
  /// ```
  public func timestamps(
    on scheduler: some Scheduler = DispatchQueue.global(),
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<(value: Value, time: Duration)> {
    map { (value: $0, time: scheduler.elapsed) }.labeled("timestamps", file, line)
  }
}
