public import Dispatch

extension SignalConvertible where Value: Sendable {
  /// Emits, `interval` after a value, the latest value that has arrived by then.
  ///
  /// ![A marble diagram of audit](audit)
  ///
  /// A value opens a window of that length, unless one is open. When the window closes, its last value is emitted on
  /// the scheduler. So unlike ``throttle(for:latest:on:file:line:)``, no value is emitted at once, and unlike
  /// ``debounce(for:on:file:line:)``, an unbroken stream of values can't hold back the result.
  ///
  /// A window includes the values that arrive before the scheduler calls. At the finish, a waiting value is emitted at
  /// once, before the finish; at a failure, it is dropped. With an interval of zero, the window closes at the
  /// scheduler's next call.
  ///
  /// ```swift
  /// let endpoint = edits
  ///   .audit(for: .seconds(5))
  ///   .subscribeValues { save($0) }
  /// ```
  public func audit(
    for interval: Duration, on scheduler: some Scheduler = DispatchQueue.global(), file: StaticString = #fileID,
    line: UInt = #line
  ) -> Signal<Value> {
    requireArgument(
      interval >= .zero, "audit(for: \(interval)): the interval is negative; use zero or longer.", file, line)
    let audit = Audit<Value> { context, _ in
      context.schedule(after: interval, on: scheduler) { Audit.close($0) }
    }
    return signal.context(Audit<Value>.State(), audit.receive).labeled("audit", file, line)
  }

  /// Emits the latest value when the signal emits that `until` returns for the first value of the window.
  ///
  /// ![A marble diagram of audit, until](audit-until)
  ///
  /// A value opens a window, unless one is open, and the first value of its signal closes it. If that signal finishes
  /// without a value, the window closes, too, but the value that waits for it is dropped; the next value opens another
  /// one. If it fails, or `until` throws, the result fails. Otherwise, it behaves like ``audit(for:on:file:line:)``.
  ///
  /// ```swift
  /// let saved = edits.audit { _ in keyboard.isIdle }
  /// ```
  public func audit<Moment: Sendable>(
    until: @escaping @Sendable (Value) throws -> Signal<Moment>, file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Value> {
    let audit = Audit<Value> { context, value in
      context.wait(for: try until(value)) { context, isDue in
        if isDue { Audit.close(context) } else { context.state = Audit.State() }
      }
    }
    return signal.context(Audit<Value>.State(), audit.receive).labeled("audit", file, line)
  }
}

private struct Audit<Value: Sendable>: Sendable {
  struct State: Sendable {
    /// The last value of the open window; nil if none is open.
    var waiting: Value?
  }
  typealias Here = OperatorContext<State, Value>

  /// Arranges for the closing of the window that a value has opened.
  let open: @Sendable (Here, Value) throws -> Void

  func receive(_ context: Here, _ event: Event<Value>) throws {
    switch event {
    case .value(let value):
      let isOpen = context.state.waiting != nil
      context.state.waiting = value
      if !isOpen { try open(context, value) }
    case .end(.finished):
      Self.close(context)
      context.finish(.finished)
    case .end(let failure):
      context.finish(failure)
    }
  }

  static func close(_ context: Here) {
    guard let value = context.state.waiting else { return }
    context.state.waiting = nil
    context.pass(value)
  }
}
