extension SignalConvertible where Value: Sendable {
  /// Emits a value at once, then nothing until the signal that `until` returns for it emits.
  ///
  /// ![A marble diagram of throttle, until](throttle-until)
  ///
  /// Each emitted value opens a window, which the first value of its signal closes. With `latest`, the last value that
  /// arrived in the window is emitted then, and opens the next one; otherwise all values within a window are dropped. A
  /// signal that finishes without a value closes its window, too, and the value that waits for it is dropped.
  ///
  /// At the finish of this signal, a waiting value is emitted at once, before the finish. At a failure of either
  /// signal, it is dropped. If `until` throws, the signal fails with the thrown error.
  ///
  /// ```swift
  /// let frames = positions.throttle { _ in screen.nextRefresh }
  /// ```
  public func throttle<Moment: Sendable>(
    latest: Bool = true, until: @escaping @Sendable (Value) throws -> Signal<Moment>,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Value> {
    signal.context(
      ThrottleUntil<Value, Moment>.State(), ThrottleUntil(latest: latest, until: until).receive
    ).labeled("throttle", file, line)
  }
}

private struct ThrottleUntil<Value: Sendable, Moment: Sendable>: Sendable {
  struct State: Sendable {
    var isOpen = false
    /// The last value that arrived in the window.
    var waiting: Value?
  }
  typealias Here = OperatorContext<State, Value>

  let latest: Bool
  let until: @Sendable (Value) throws -> Signal<Moment>

  func receive(_ context: Here, _ event: Event<Value>) throws {
    switch event {
    case .value(let value):
      if !context.state.isOpen {
        try open(context, value)
      } else if latest {
        context.state.waiting = value
      }
    case .end(.finished):
      if let value = context.state.waiting {
        context.state.waiting = nil
        context.pass(value)
      }
      context.finish(.finished)
    case .end(let failure):
      context.finish(failure)
    }
  }

  private func open(_ context: Here, _ value: Value) throws {
    context.state.isOpen = true
    context.pass(value)
    guard context.isWanted else { return }
    context.wait(for: try until(value)) { context, isDue in
      let waiting = context.state.waiting
      context.state.waiting = nil
      context.state.isOpen = false
      if isDue, let waiting { try open(context, waiting) }
    }
  }
}
