// A handler is written where it is used, and belongs to the actor on which it is written (C13): in a view controller
// to the main actor, without a word about it. The compiler says so in `isolation`; it refuses a closure that touches
// what belongs to another actor.

/// A handler as it was given.
@usableFromInline
package struct GivenHandler<Input, Output> {
  @usableFromInline let call: @isolated(any) @Sendable (Input) -> Output

  @inlinable
  package init(_ call: @escaping @isolated(any) @Sendable (Input) -> Output) { self.call = call }

  /// The same handler, to be called by someone who has seen to it that the call happens on the handler's actor.
  ///
  /// The language has no conversion for that. The two function types have the same representation; only the first is
  /// known to carry its actor along.
  @inlinable
  package var unchecked: CallableHandler<Input, Output> { unsafeBitCast(self, to: CallableHandler<Input, Output>.self) }
}

@usableFromInline
package struct CallableHandler<Input, Output> {
  @usableFromInline package let call: @Sendable (Input) -> Output
}

extension Signal {
  /// Subscribes with what `makeDownstream` makes for the endpoint's line, and sees to it that it is called on the
  /// handler's actor.
  @inlinable
  @inline(__always)
  package func subscribe(
    on actor: (any Actor)?, _ making: Making, _ makeDownstream: (Line) -> Downstream<Value>
  ) -> Endpoint {
    let line = Line.ofEndpoint(making)
    let downstream = makeDownstream(line)
    if let actor {
      deliver(by: actor === MainActor.shared ? .main : .actor(.init(actor))).attach(downstream, line)
    } else {
      attachBottom(downstream, line)
    }
    return Endpoint(line)
  }
}
