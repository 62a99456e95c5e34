public import Dispatch

extension SignalConvertible where Value: Sendable {
  /// Subscribes to this signal on `queue`. A source that works within the subscribing call works there.
  ///
  /// Values pass through unchanged, on the thread on which the source sends them. To move the handlers to a queue, use
  /// ``deliver(on:buffering:file:line:)-(DispatchQueue,_,_,_)``. The values that arrive within the subscribing call belong
  /// to one turn (C10). If the subscription is cancelled before the queue gets to it, this signal isn't subscribed to.
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
