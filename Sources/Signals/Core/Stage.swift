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
    Signal<Output> { downstream, line in
      attach(
        Downstream(receiver: Stage(initial, downstream)) { value, receiver in
          let stage = unsafeDowncast(receiver, to: Stage<State, Output>.self)
          try body(&stage.state, value, stage.downstream)
        },
        line)
    }
  }
}

extension Signal {
  /// The same, for an operator that has something to say at the end too: `conclude` gets the state, the end, and where
  /// to pass it on, if that is what it wants. It is called once at most, and not after a cancel (C1, C6).
  ///
  /// What either of them passes on goes by `downstream.deliver(_:)` here: an error from below ends what is below, and
  /// must not come back to this operator as if it were its own upstream's.
  package func stage<State: Sendable, Output: Sendable>(
    _ initial: State,
    _ body: @escaping @Sendable (inout State, Value, Downstream<Output>) throws -> Void,
    atEnd conclude: @escaping @Sendable (inout State, End, Downstream<Output>) -> Void
  ) -> Signal<Output> {
    Signal<Output> { downstream, line in
      attach(
        Downstream(receiver: ConcludingStage(initial, downstream, line, conclude)) { value, receiver in
          let stage = unsafeDowncast(receiver, to: ConcludingStage<State, Output>.self)
          try body(&stage.state, value, stage.downstream)
        },
        line)
    }
  }
}

/// What a stateful operator keeps for one subscription.
@usableFromInline
class Stage<State, Output>: Receiver {
  // Unchecked, because the serialiser already sees to it that nobody else is inside, also not by re-entrance (C3, C4).
  @exclusivity(unchecked) @usableFromInline final var state: State
  @usableFromInline final let downstream: Downstream<Output>

  @inlinable
  init(_ state: State, _ downstream: Downstream<Output>) {
    self.state = state
    self.downstream = downstream
  }

  @usableFromInline
  override func receive(_ end: End) { downstream.end(end) }

  @usableFromInline
  override func hear(name: String) { downstream.receiver.hear(name: name) }
}

/// The same, for an operator that acts at the end.
private final class ConcludingStage<State, Output>: Stage<State, Output> {
  private let line: Line
  private let conclude: @Sendable (inout State, End, Downstream<Output>) -> Void

  init(
    _ state: State, _ downstream: Downstream<Output>, _ line: Line,
    _ conclude: @escaping @Sendable (inout State, End, Downstream<Output>) -> Void
  ) {
    self.line = line
    self.conclude = conclude
    super.init(state, downstream)
  }

  // Closed already, if somebody has cancelled, or had an end: an operator above that ends in the course of a value, as
  // `prefix` does, passes on the end that follows it, too.
  override func receive(_ end: End) {
    if line.isOpen { conclude(&state, end, downstream) }
  }
}
