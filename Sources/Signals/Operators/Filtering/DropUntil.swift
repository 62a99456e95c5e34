extension SignalConvertible where Value: Sendable {
  /// Drops values until `other` emits one, then emits all later values.
  ///
  /// ![A marble diagram of drop, until](drop-until)
  ///
  /// At its first value, `other` is cancelled. If it finishes without a value, the result finishes, since no value
  /// could ever be emitted; if it fails before that, the result fails. The end of this signal is passed on at once.
  ///
  /// ```swift
  /// let live = prices.drop(untilOutputFrom: marketOpens)
  /// ```
  public func drop<Other: Sendable>(
    untilOutputFrom other: some SignalConvertible<Other>, file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Value> {
    Signal<Value> { [signal, other = other.signal] downstream, connection in
      let context = OperatorContext(DropUntil(), downstream, connection)
      let inputs = context.makeInputs(2)
      guard connection.connect(to: context) else { return }
      context.listen(to: other, by: inputs[0]) { context, event in
        switch event {
        case .value:
          context.state.passesOn = true
          context.drop(inputs[0])
        case .end(let end):
          context.finish(end)
        }
      }
      context.listen(to: signal, by: inputs[1]) { context, event in
        if case .value = event, !context.state.passesOn { return }
        context.pass(event)
      }
    }.labeled("drop", file, line)
  }
}

private struct DropUntil: Sendable {
  var passesOn = false
}
