extension SignalConvertible where Value: Sendable {
  /// Fails if the signal that `until` returns for a value emits before the next value arrives.
  ///
  /// ![A marble diagram of timeout, until](timeout-until)
  ///
  /// `first` limits the time before the first value in the same way; without it, there is no limit until then. It is
  /// subscribed to after this signal. The next value cancels the signal of the value before it, and `until` is called
  /// when its own value has been handled. If a limit finishes without a value, the next value may take any time. If a
  /// limit fails, or `until` throws, the result fails with that error. An end of this signal is passed on at once.
  ///
  /// ```swift
  /// let steps = job.timeout(first: Signal.after(.seconds(30))) { step in .after(step.limit) }
  /// ```
  ///
  /// `customError` makes the error. If it is nil, the error is a ``TimeoutError`` without an interval. If it throws,
  /// the thrown error is used.
  public func timeout<First: SignalConvertible, Moment: Sendable>(
    first: First = Signal<Never>.never(), customError: (@Sendable () throws -> any Error)? = nil,
    until: @escaping @Sendable (Value) throws -> Signal<Moment>, file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Value> where First.Value: Sendable {
    let timeout = TimeoutUntil(until: until, customError: customError)
    let first = first.signal
    return signal.context(
      TimeoutUntil<Value, Moment>.State(),
      listening: { context in if !context.state.hasBegun { timeout.wait(context, for: first) } }, timeout.receive
    ).labeled("timeout", file, line)
  }
}

private struct TimeoutUntil<Value: Sendable, Moment: Sendable>: Sendable {
  struct State: Sendable {
    /// Whether a value has arrived.
    var hasBegun = false
    /// The connection to the present limit.
    var connection: Connection?
  }
  typealias Here = OperatorContext<State, Value>

  let until: @Sendable (Value) throws -> Signal<Moment>
  let customError: (@Sendable () throws -> any Error)?

  func receive(_ context: Here, _ event: Event<Value>) throws {
    guard case .value(let value) = event else { return context.pass(event) }
    context.state.hasBegun = true
    if let connection = context.state.connection {
      context.state.connection = nil
      context.drop(connection)
    }
    context.pass(value)
    guard context.isWanted else { return }
    wait(context, for: try until(value))
  }

  func wait(_ context: Here, for limit: Signal<some Sendable>) {
    let connection = context.wait(for: limit) { context, isDue in
      context.state.connection = nil
      if isDue { context.finish(.failed(try customError?() ?? TimeoutError())) }
    }
    // Events wait meanwhile, so the connection isn't needed earlier.
    if context.isOpen { context.state.connection = connection }
  }
}
