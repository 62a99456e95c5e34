extension SignalConvertible where Value: Hashable & Sendable {
  /// Emits each value once, until `reset` emits; from then on, each value may be emitted once more, and so on.
  ///
  /// ![A marble diagram of uniqued, until](uniqued-until)
  ///
  /// The values are remembered since the last value of `reset`, which is subscribed to before this signal. Its finish
  /// has no effect: the values are remembered for as long as the subscription lives then. If it fails, the result
  /// fails.
  ///
  /// ```swift
  /// let visitors = visits.uniqued(until: midnight)
  /// ```
  public func uniqued<Reset: Sendable>(
    until reset: some SignalConvertible<Reset>, file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Value> {
    uniqued(on: { $0 }, until: reset).labeled("uniqued", file, line)
  }
}

extension SignalConvertible where Value: Sendable {
  /// Emits the first value with each key, as returned by `key`, until `reset` emits; from then on, the first value with
  /// each key once more, and so on. If `key` throws, the signal fails with the thrown error.
  ///
  /// ![A marble diagram of uniqued, on until](uniqued-on-until)
  ///
  /// Otherwise, it behaves like ``uniqued(until:file:line:)``.
  ///
  /// ```swift
  /// let visitors = visits.uniqued(on: \.visitor, until: midnight)
  /// ```
  public func uniqued<Key: Hashable & Sendable, Reset: Sendable>(
    on key: @escaping @Sendable (Value) throws -> Key, until reset: some SignalConvertible<Reset>,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Value> {
    Signal<Value> { [signal, reset = reset.signal] downstream, connection in
      let context = OperatorContext(Set<Key>(), downstream, connection)
      let inputs = context.makeInputs(2)
      guard connection.connect(to: context) else { return }
      context.listen(to: reset, by: inputs[0]) { context, event in
        switch event {
        case .value: context.state = []
        case .end(.finished): break
        case .end(let failure): context.finish(failure)
        }
      }
      context.listen(to: signal, by: inputs[1]) { context, event in
        if case .value(let value) = event, !context.state.insert(try key(value)).inserted { return }
        context.pass(event)
      }
    }.labeled("uniqued", file, line)
  }
}
