extension SignalConvertible where Value: Sendable {
  /// Subscribes again when the signal finishes, until it has run `count` times in all, then finishes. Without a `count`, it
  /// never stops by itself.
  ///
  /// ![A marble diagram of repeat](repeat)
  ///
  /// Values of every run are emitted as they arrive. A failure is passed on and ends the repetition. With a count of zero,
  /// the result finishes at once and doesn't subscribe to this signal.
  ///
  /// ```swift
  /// let blinks = Signal.of(true, false).repeat(3)
  /// ```
  ///
  /// The next run begins within the finish of the one before it. Runs that finish at once don't deepen the stack, however
  /// many there are. An unlimited repetition of such runs goes on within the subscribing call until an operator downstream
  /// ends it or the subscription is cancelled. That includes a signal that stays finished, such as that of a ``SignalInput``
  /// or a shared signal: put `repeat` upstream of sharing operators.
  public func `repeat`(_ count: Int? = nil, file: StaticString = #fileID, line: UInt = #line) -> Signal<Value> {
    requireArgument(
      count ?? 0 >= 0, "repeat(\(count ?? 0)): the number of runs is negative; use 0 or more.", file, line)
    guard count != 0 else { return .empty().labeled("repeat", file, line) }
    let repetition = Repetition(upstream: signal, count: count)
    return signal.context(1, continuesAfterEnd: true, repetition.receive).labeled("repeat", file, line)
  }
}

private struct Repetition<Value: Sendable>: Sendable {
  let upstream: Signal<Value>
  let count: Int?

  /// - Parameter context: its state is the number of runs that have begun.
  func receive(_ context: OperatorContext<Int, Value>, _ event: Event<Value>) {
    guard case .end(.finished) = event else { return context.pass(event) }
    if context.state == count { return context.finish(.finished) }
    context.state &+= 1
    context.subscribe(to: upstream, receive)
  }
}
