extension SignalConvertible where Value: Sendable {
  /// Emits each value, and the values of the signal that `transform` returns for it, and so on for each of those
  /// values.
  ///
  /// ![A marble diagram of expand](expand)
  ///
  /// Up to `limit` signals run side by side; without a limit, all of them do. Beyond that, a value waits until a signal
  /// has finished, and is emitted when its turn comes, in the order of arrival; `transform` is called right after that.
  /// If signals emit within the subscribing call, their values are emitted first and expanded afterwards, so the stack
  /// doesn't grow with the number of steps.
  ///
  /// The result finishes when this signal and all inner signals have finished; so a step that returns
  /// ``SignalConvertible/empty(file:line:)`` ends its branch. It fails if any of them fails or `transform` throws, and
  /// the values that wait are dropped.
  ///
  /// ```swift
  /// let pages = firstPage.expand { page in page.next.map { load($0) } ?? .empty() }
  /// ```
  public func expand(
    limit: Int? = nil, _ transform: @escaping @Sendable (Value) throws -> Signal<Value>,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Value> {
    if let limit {
      requireArgument(limit > 0, "expand(limit: \(limit)): the limit must be positive; use 1 or more.", file, line)
    }
    let expansion = Expansion(limit: limit ?? .max, transform: transform)
    return signal.context(Expansion<Value>.State(), expansion.receive).labeled("expand", file, line)
  }
}

private struct Expansion<Value: Sendable>: Sendable {
  struct State: Sendable {
    /// The values that wait until fewer signals run. They haven't been emitted.
    var waiting = FIFO<Value>()
    /// The emitted values that have a place among the signals that run, and whose signals are to be subscribed to.
    var emitted = FIFO<Value>()
    /// The number of signals that run or have a place.
    var running = 0
    /// Whether a signal is being subscribed to, and the next one follows it.
    var isSubscribing = false
    /// Whether the upstream signal has finished.
    var hasEnded = false
  }
  typealias Here = OperatorContext<State, Value>

  let limit: Int
  let transform: @Sendable (Value) throws -> Signal<Value>

  func receive(_ context: Here, _ event: Event<Value>) throws {
    switch event {
    case .value(let value):
      try add(value, to: context)
    case .end(.finished):
      context.state.hasEnded = true
      if context.state.running == 0 { context.finish(.finished) }
    case .end(let failure):
      context.finish(failure)
    }
  }

  private func receiveInner(_ context: Here, _ event: Event<Value>) throws {
    switch event {
    case .value(let value):
      try add(value, to: context)
    case .end(.finished):
      context.state.running -= 1
      if let next = context.state.waiting.popFirst() {
        try add(next, to: context)
      } else if context.state.hasEnded, context.state.running == 0 {
        context.finish(.finished)
      }
    case .end(let failure):
      context.finish(failure)
    }
  }

  private func add(_ value: Value, to context: Here) throws {
    guard context.state.running < limit else { return context.state.waiting.append(value) }
    context.state.running += 1
    context.state.emitted.append(value)
    context.pass(value)
    try subscribeToNext(context)
  }

  // A loop, so that signals that emit or finish at once don't deepen the stack.
  private func subscribeToNext(_ context: Here) throws {
    guard !context.state.isSubscribing else { return }
    context.state.isSubscribing = true
    while context.isWanted, let value = context.state.emitted.popFirst() {
      context.subscribe(to: try transform(value), receiveInner)
    }
    if context.isOpen { context.state.isSubscribing = false }
  }
}
