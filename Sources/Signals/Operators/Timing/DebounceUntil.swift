extension SignalConvertible where Value: Sendable {
  /// Emits a value once the signal that `until` returns for it emits, unless another value arrives first.
  ///
  /// ![A marble diagram of debounce, until](debounce-until)
  ///
  /// Each value replaces the waiting one and cancels its signal. A signal that emits within the subscribing call lets
  /// its value pass at once; all its later values are ignored. If it finishes without a value, the waiting value stays
  /// until the next one replaces it, or until the finish of this signal, which emits it at once, before the finish. At
  /// a failure of either, the waiting value is dropped. If `until` throws, the signal fails with the thrown error.
  ///
  /// ```swift
  /// let searches = query.debounce { text in .after(text.count < 3 ? .seconds(1) : .milliseconds(300)) }
  /// ```
  public func debounce<Moment: Sendable>(
    until: @escaping @Sendable (Value) throws -> Signal<Moment>, file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Value> {
    signal.context(DebounceUntil<Value, Moment>.State(), DebounceUntil(until: until).receive)
      .labeled("debounce", file, line)
  }
}

private struct DebounceUntil<Value: Sendable, Moment: Sendable>: Sendable {
  struct State: Sendable {
    var waiting: Value?
    /// The connection to the signal of the waiting value.
    var connection: Connection?
  }
  typealias Here = OperatorContext<State, Value>

  let until: @Sendable (Value) throws -> Signal<Moment>

  func receive(_ context: Here, _ event: Event<Value>) throws {
    switch event {
    case .value(let value):
      context.state.waiting = value
      if let connection = context.state.connection {
        context.state.connection = nil
        context.drop(connection)
      }
      let connection = context.wait(for: try until(value)) { context, isDue in
        context.state.connection = nil
        if isDue { passOn(context) }
      }
      // Events wait meanwhile, so the connection isn't needed earlier.
      if context.isOpen { context.state.connection = connection }
    case .end(.finished):
      passOn(context)
      context.finish(.finished)
    case .end(let failure):
      context.finish(failure)
    }
  }

  private func passOn(_ context: Here) {
    guard let value = context.state.waiting else { return }
    context.state.waiting = nil
    context.pass(value)
  }
}
