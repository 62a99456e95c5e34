extension SignalConvertible where Value: Sendable {
  /// Continues with other signals, one after the other, whether the signal before has finished or failed.
  ///
  /// ![A marble diagram of resume](resume)
  ///
  /// Each signal is subscribed to at the end of the one before it. Failures are dropped, that of the last signal too:
  /// the result finishes after it. An error thrown downstream doesn't belong to these signals, and is passed on.
  /// Signals that end at once don't deepen the stack.
  ///
  /// ```swift
  /// let entries = localFile.resume(with: backup, archive)
  /// ```
  public func resume(
    with others: Signal<Value>..., file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Value> { signal.resuming(with: others).labeled("resume", file, line) }

  /// Continues with other sources, properties among them, whether the one before has finished or failed: see
  /// `resume(with:)`.
  @_disfavoredOverload
  public func resume(
    with others: any SignalConvertible<Value>..., file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Value> { signal.resuming(with: others.map { $0.signal }).labeled("resume", file, line) }

  /// Continues with the signals of an array, one after the other, whether the one before has finished or failed:
  /// see `resume(with:)`. If the array is empty, a failure becomes a finish.
  ///
  /// ```swift
  /// let answer = nearest.resume(with: mirrors.map { $0.load() })
  /// ```
  public func resume(
    with others: [Signal<Value>], file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Value> { signal.resuming(with: others).labeled("resume", file, line) }

  /// Continues with the sources of a collection, one after the other, whether the one before has finished or failed.
  // Disfavored, so that the type checker takes an array of signals at once: see `combineLatest`.
  @_disfavoredOverload
  public func resume(
    with others: some Sequence<some SignalConvertible<Value>>, file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Value> { signal.resuming(with: others.map(\.signal)).labeled("resume", file, line) }

  /// Continues with the sources of an array, one after the other, whether the one before has finished or failed. They may
  /// be of different types: properties, inputs and signals.
  public func resume(
    with others: [any SignalConvertible<Value>], file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Value> { signal.resuming(with: others.map { $0.signal }).labeled("resume", file, line) }
}

extension Signal {
  fileprivate func resuming(with others: [Signal]) -> Signal {
    context(0, continuesAfterEnd: true, Resumption(others: others).receive)
  }
}

private struct Resumption<Value: Sendable>: Sendable {
  let others: [Signal<Value>]

  /// - Parameter context: its state is the number of other signals that have begun.
  func receive(_ context: OperatorContext<Int, Value>, _ event: Event<Value>) {
    guard case .end = event else { return context.pass(event) }
    let next = context.state
    guard next < others.count else { return context.finish(.finished) }
    context.state += 1
    context.subscribe(to: others[next], receive)
  }
}
