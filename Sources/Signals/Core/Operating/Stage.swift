// The synchronous operators with state. Such an operator deals neither with threads nor with cancelling or releasing:
// it runs inside the serialiser upstream, and is released with the subscription. It passes an end on unchanged. (An
// operator without state needs only a ``Downstream``: see `map`.)

extension Signal {
  /// Creates an operator with state of its own for each subscription. `body` receives the state, each value, and the
  /// downstream. It may end the signal early by `downstream.end`; the receiver at the bottom then cancels everything
  /// upstream.
  @inlinable
  package func stage<State: Sendable, Output: Sendable>(
    _ initial: State,
    _ body: @escaping @Sendable (inout State, Value, Downstream<Output>) throws -> Void
  ) -> Signal<Output> {
    Signal<Output> { downstream, connection in
      attach(
        Downstream(receiver: Stage(initial, downstream)) { value, receiver in
          let stage = unsafe unsafeDowncast(receiver, to: Stage<State, Output>.self)
          try body(&stage.state, value, stage.downstream)
        },
        connection)
    }
  }
}

extension Signal {
  /// Creates an operator with state that also acts at the end. `conclude` receives the state, the end, and the
  /// downstream to pass the end on to. It is called at most once, and not after a cancellation (C1, C6).
  ///
  /// Both closures pass values on by `downstream.deliver(_:)`. An error from downstream then ends everything
  /// downstream, and does not come back to this operator as if upstream had failed.
  @inlinable
  package func stage<State: Sendable, Output: Sendable>(
    _ initial: State,
    _ body: @escaping @Sendable (inout State, Value, Downstream<Output>) throws -> Void,
    atEnd conclude: @escaping @Sendable (inout State, End, Downstream<Output>) -> Void
  ) -> Signal<Output> {
    Signal<Output> { downstream, connection in
      attach(
        Downstream(receiver: ConcludingStage(initial, downstream, connection, conclude)) { value, receiver in
          let stage = unsafe unsafeDowncast(receiver, to: ConcludingStage<State, Output>.self)
          try body(&stage.state, value, stage.downstream)
        },
        connection)
    }
  }
}

/// The state of an operator in one subscription.
@usableFromInline
package class Stage<State, Output>: Receiver {
  // Unchecked, because the serialiser already prevents overlapping access, by re-entrance too (C3, C4).
  @safe @exclusivity(unchecked) @usableFromInline package final var state: State
  @usableFromInline package final let downstream: Downstream<Output>

  @inlinable
  package init(_ state: State, _ downstream: Downstream<Output>) {
    self.state = state
    self.downstream = downstream
  }

  // Other modules change the state through this function, since across a module boundary the compiler would add
  // exclusivity checks.
  @inlinable
  @inline(__always)
  package final func change<Answer>(_ body: (inout State) -> Answer) -> Answer { body(&state) }

  @usableFromInline
  package override func receive(_ end: End) { downstream.end(end) }

  @usableFromInline
  package override func receive(name: String) { downstream.receiver.receive(name: name) }

  @usableFromInline
  package override func receive(_ search: RoomSearch) { downstream.receiver.receive(search) }
}

/// The state of an operator that acts at the end.
@usableFromInline
final class ConcludingStage<State, Output>: Stage<State, Output> {
  private let connection: Connection
  private let conclude: @Sendable (inout State, End, Downstream<Output>) -> Void

  @usableFromInline
  init(
    _ state: State, _ downstream: Downstream<Output>, _ connection: Connection,
    _ conclude: @escaping @Sendable (inout State, End, Downstream<Output>) -> Void
  ) {
    self.connection = connection
    self.conclude = conclude
    super.init(state, downstream)
  }

  // The connection is closed after a cancellation and after an end. A second end may arrive: an operator upstream that
  // ends in the course of a value, as `prefix` does, also passes on the end of its own upstream.
  @usableFromInline
  override func receive(_ end: End) {
    if connection.isOpen { conclude(&state, end, downstream) }
  }
}
