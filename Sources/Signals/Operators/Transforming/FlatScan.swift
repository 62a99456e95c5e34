extension SignalConvertible where Value: Sendable {
  /// Subscribes to the signal that `transform` returns for the result so far and each value, and emits the values of
  /// those signals. Each emitted value becomes the new result.
  ///
  /// ![A marble diagram of flatScan](flatScan)
  ///
  /// The first value is combined with `initial`, which is not emitted itself. `strategy` determines the treatment of a
  /// value that arrives while the signal of an earlier value is still running, as it does for
  /// ``flatMap(_:_:file:line:)->Signal<Output>``. For a value that waits, `transform` is called with the result of that moment when its
  /// turn comes. With `.merge`, the signals run concurrently, and the latest value of any of them is the result.
  ///
  /// The result finishes when this signal and all inner signals have finished; it fails if any of them fails or
  /// `transform` throws.
  ///
  /// ```swift
  /// let pages = turns.flatScan(firstPage, .concat) { page, turn in load(turn, after: page) }
  /// ```
  public func flatScan<Result: Sendable>(
    _ initial: Result, _ strategy: FlatMapStrategy,
    _ transform: @escaping @Sendable (Result, Value) throws -> Signal<Result>,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Result> {
    let scan = FlatScan(strategy: strategy.kind, initial: initial, transform: transform)
    return signal.context(FlatScan<Value, Result>.State(), scan.receive).labeled("flatScan", file, line)
  }

  /// Subscribes to the signal that `transform` returns for the result so far and each value, with all inner signals side
  /// by side: see ``flatScan(_:_:_:file:line:)`` with `.merge`.
  // Not a default of the strategy: a function without a label would be taken for the strategy.
  public func flatScan<Result: Sendable>(
    _ initial: Result, _ transform: @escaping @Sendable (Result, Value) throws -> Signal<Result>,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Result> {
    flatScan(initial, .merge, transform, file: file, line: line)
  }
}

private struct FlatScan<Value: Sendable, Result: Sendable>: Sendable {
  struct State: Sendable {
    /// The latest result; nil before the first one.
    var result: Result?
    /// The number of inner signals that are running.
    var running = 0
    /// The connection to the latest inner signal.
    var latest: Connection?
    var waiting = FIFO<Value>()
    /// Whether the upstream signal has finished.
    var hasEnded = false
  }
  typealias Here = OperatorContext<State, Result>

  let strategy: FlatMapStrategy.Kind
  let initial: Result
  let transform: @Sendable (Result, Value) throws -> Signal<Result>

  func receive(_ context: Here, _ event: Event<Value>) throws {
    switch event {
    case .value(let value):
      try receive(context, value)
    case .end(.finished):
      context.state.hasEnded = true
      if context.state.running == 0 { context.finish(.finished) }
    case .end(let failure):
      context.finish(failure)
    }
  }

  private func receive(_ context: Here, _ value: Value) throws {
    switch strategy {
    case .merge(let limit) where context.state.running >= limit: context.state.waiting.append(value)
    case .first where context.state.running > 0: break
    case .merge, .first: try run(context, value)
    case .latest:
      if let latest = context.state.latest {
        context.state.latest = nil
        context.state.running = 0
        context.drop(latest)
      }
      try run(context, value)
    }
  }

  private func run(_ context: Here, _ value: Value) throws {
    let signal = try transform(context.state.result ?? initial, value)
    context.state.running += 1
    let connection = context.subscribe(to: signal, receiveInner)
    // Events that arrive meanwhile wait, so the connection isn't needed earlier.
    if context.isOpen { context.state.latest = connection }
  }

  private func receiveInner(_ context: Here, _ event: Event<Result>) throws {
    switch event {
    case .value(let result):
      context.state.result = result
      context.pass(result)
    case .end(.finished):
      context.state.running -= 1
      context.state.latest = nil
      if let next = context.state.waiting.popFirst() {
        try run(context, next)
      } else if context.state.hasEnded, context.state.running == 0 {
        context.finish(.finished)
      }
    case .end(let failure):
      context.finish(failure)
    }
  }
}
