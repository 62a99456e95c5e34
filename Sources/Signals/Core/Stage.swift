// What a synchronous operator with state is made of. It has to do neither with threads nor with cancelling or releasing:
// it runs inside the serialiser above it, and goes when the subscription goes. An end passes by it. (An operator without
// state is simpler still and needs nothing but a ``Downstream``: see `map`.)

extension Signal {
  /// An operator with state of its own for each subscription: `body` gets the state, each value, and where to pass
  /// values on. It may end the signal early by `downstream.end`; what is above is then cancelled from below.
  @inlinable
  package func stage<State: Sendable, Output: Sendable>(
    _ initial: State,
    _ body: @escaping @Sendable (inout State, Value, Downstream<Output>) throws -> Void
  ) -> Signal<Output> {
    Signal<Output> { [attach] downstream, line in
      attach(
        Downstream(receiver: Stage(initial, downstream)) { value, receiver in
          let stage = unsafeDowncast(receiver, to: Stage<State, Output>.self)
          try body(&stage.state, value, stage.downstream)
        },
        line)
    }
  }
}

/// What a stateful operator keeps for one subscription.
@usableFromInline
final class Stage<State, Output>: Receiver {
  // Unchecked, because the serialiser already sees to it that nobody else is inside, also not by re-entrance (C3, C4).
  @exclusivity(unchecked) @usableFromInline var state: State
  @usableFromInline let downstream: Downstream<Output>

  @inlinable
  init(_ state: State, _ downstream: Downstream<Output>) {
    self.state = state
    self.downstream = downstream
  }

  @usableFromInline
  override func receive(_ end: End) { downstream.end(end) }
}
