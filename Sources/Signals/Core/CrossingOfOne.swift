extension Signal {
  /// An operator of this signal and of something besides, mostly time: what it keeps for each subscription, and what it
  /// does at each event. See ``Crossing``.
  ///
  /// - Parameters:
  ///   - begin: what it does before anything can come from above.
  package func crossing<State: Sendable, Output>(
    _ state: State,
    begin: (@Sendable (Crossing<State, Output>) throws -> Void)? = nil,
    _ act: @escaping Crossing<State, Output>.Act<Value>
  ) -> Signal<Output> {
    Signal<Output> { downstream, line in
      let crossing = Crossing(state, downstream, line)
      let input = crossing.makeInput()
      guard line.connect(to: crossing) else { return }
      if let begin { crossing.enter(begin) }
      crossing.listen(to: self, by: input, act)
    }
  }
}
