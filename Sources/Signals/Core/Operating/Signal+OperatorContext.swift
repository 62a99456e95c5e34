extension Signal {
  /// An operator of this signal and of another input, mostly time. See ``OperatorContext``.
  ///
  /// - Parameters:
  ///   - state: the operator's state, created for each subscription.
  ///   - begin: called before this signal is subscribed to.
  ///   - listening: called after that, unless the subscription has ended. A timer that is set here fires after the
  ///     events that upstream has scheduled for the same instant.
  ///   - handler: called with each event.
  package func context<State: Sendable, Output>(
    _ state: State,
    begin: (@Sendable (OperatorContext<State, Output>) throws -> Void)? = nil,
    listening: (@Sendable (OperatorContext<State, Output>) throws -> Void)? = nil,
    _ handler: @escaping OperatorContext<State, Output>.Handler<Value>
  ) -> Signal<Output> {
    Signal<Output> { downstream, connection in
      let context = OperatorContext(state, downstream, connection)
      let input = context.makeInput()
      guard connection.connect(to: context) else { return }
      if let begin { context.enter(begin) }
      context.listen(to: self, by: input, handler)
      if let listening { context.enter(listening) }
    }
  }
}
