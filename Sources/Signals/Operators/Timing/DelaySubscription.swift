public import Dispatch

extension SignalConvertible where Value: Sendable {
  /// Subscribes to this signal `interval` after the subscription, on the scheduler.
  ///
  /// ![A marble diagram of delaySubscription](delaySubscription)
  ///
  /// Events pass through unchanged, and events that a source sends in the meantime are missed. If the subscription is
  /// cancelled before the time has passed, this signal isn't subscribed to. With an interval of zero, it is subscribed
  /// to at the scheduler's next call. The values that arrive within the subscribing call belong to one turn (C10).
  ///
  /// ```swift
  /// let endpoint = updates
  ///   .delaySubscription(for: .seconds(5))
  ///   .subscribeValues { apply($0) }
  /// ```
  public func delaySubscription(
    for interval: Duration, on scheduler: some Scheduler = DispatchQueue.global(), file: StaticString = #fileID,
    line: UInt = #line
  ) -> Signal<Value> {
    requireArgument(
      interval >= .zero, "delaySubscription(for: \(interval)): the interval is negative; use zero or longer.",
      file, line)
    return Signal<Value> { [signal] downstream, connection in
      let context = OperatorContext((), downstream, connection)
      guard connection.connect(to: context) else { return }
      context.enter { context in
        context.schedule(after: interval, on: scheduler) { context in
          context.subscribe(to: signal) { context, event in context.pass(event) }
        }
      }
    }.labeled("delaySubscription", file, line)
  }
}
