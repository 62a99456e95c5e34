public import Dispatch

extension SignalConvertible where Value: Sendable {
  /// Subscribes to this signal on `queue`. A source that works within the subscribing call works there.
  ///
  /// The values pass through unchanged, on the thread on which the source sends them. To move the handlers to a queue,
  /// use ``deliver(on:buffering:file:line:)``. A subscription that is cancelled before the queue has run it isn't made.
  ///
  /// ```swift
  /// let sums = Signal.deferred { .just(expensiveSum()) }.subscribe(on: .global()).deliverOnMain()
  /// ```
  public func subscribe(
    on queue: DispatchQueue, file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Value> {
    let signal = signal
    return Signal.made(by: .queue(queue)) { signal }.labeled("subscribe", file, line)
  }
}
