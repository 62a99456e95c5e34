extension SignalConvertible where Value: Sendable {
  /// Emits values until `other` emits one, then finishes and cancels the upstream subscription.
  ///
  /// ![A marble diagram of prefix, until](prefix-until)
  ///
  /// If `other` finishes without a value, that has no effect. If it fails, the result fails. If `other` emits a value
  /// at once, this signal is not subscribed to.
  ///
  /// ```swift
  /// let drag = moves.prefix(untilOutputFrom: mouseUp)
  /// ```
  public func prefix<Other: Sendable>(
    untilOutputFrom other: some SignalConvertible<Other>, file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Value> {
    Signal<Value> { [signal, other = other.signal] downstream, connection in
      let context = OperatorContext((), downstream, connection)
      let inputs = context.makeInputs(2)
      guard connection.connect(to: context) else { return }
      context.listen(to: other, by: inputs[0]) { context, event in
        switch event {
        case .value: context.finish(.finished)
        case .end(.finished): break
        case .end(let failure): context.finish(failure)
        }
      }
      context.listen(to: signal, by: inputs[1]) { context, event in context.pass(event) }
    }.labeled("prefix", file, line)
  }
}
