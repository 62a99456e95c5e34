extension Signal {
  /// An operator of this signal and of another input, mostly time. See ``OperatorContext``.
  ///
  /// - Parameters:
  ///   - state: the operator's state, created for each subscription.
  ///   - begin: called before this signal is subscribed to.
  ///   - listening: called after that, unless the subscription has ended. A timer that is set here fires after the
  ///     events that upstream has scheduled for the same instant.
  ///   - continuesAfterEnd: whether the operator may continue with another signal when this one has ended.
  ///   - passesAll: whether the operator passes on each event at once, and does nothing else, so that a slow subscriber may hold
  ///     the source as if the operator weren't there.
  ///   - handler: called with each event.
  package func context<State: Sendable, Output>(
    _ state: State,
    begin: (@Sendable (OperatorContext<State, Output>) throws -> Void)? = nil,
    listening: (@Sendable (OperatorContext<State, Output>) throws -> Void)? = nil, continuesAfterEnd: Bool = false,
    passesAll: Bool = false, _ handler: @escaping OperatorContext<State, Output>.Handler<Value>
  ) -> Signal<Output> {
    Signal<Output> { downstream, connection in
      let context = OperatorContext(state, downstream, connection)
      let input = context.makeInput()
      if passesAll { context.passedInput = input }
      guard connection.connect(to: context) else { return }
      if let begin { context.enter(begin) }
      if continuesAfterEnd {
        context.listenToFirst(self, by: input, handler)
      } else {
        context.listen(to: self, by: input, handler)
      }
      if let listening { context.enter(listening) }
    }
  }
}
