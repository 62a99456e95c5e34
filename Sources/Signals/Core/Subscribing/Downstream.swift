/// The processing of a value from one operator on: a function of the value and of the object that it works on.
@usableFromInline
package typealias Step<Value> = @Sendable (Value, Receiver) throws -> Void

/// The destination of an operator's values: a function, and the object that the function works on.
///
/// The two are separate for the optimiser. The `step` of a stateless operator calls the step below it and captures
/// nothing else, so a chain of them that the compiler sees whole becomes one function without a context, compiled into
/// the user's module. All state that lives as long as the subscription is in the `receiver`, which the function
/// receives as an argument and never captures.
///
/// A step throws when its operator fails, or one further down. The error propagates up to the producer or operator that
/// started the delivery: see `deliver(_:)`.
// Unchecked, because the serialiser upstream prevents overlapping calls by two threads (C3).
@usableFromInline
package struct Downstream<Value>: @unchecked Sendable {
  @usableFromInline package let step: Step<Value>
  @usableFromInline package let receiver: Receiver

  @inlinable
  package init(receiver: Receiver, step: @escaping Step<Value>) {
    self.step = step
    self.receiver = receiver
  }

  /// Passes a value on from within a step. An error of an operator further down propagates up, through the operators in
  /// between, to the producer or operator that started the delivery.
  @inlinable
  package func pass(_ value: Value) throws { try step(value, receiver) }

  /// Starts the delivery of a value. An error that propagates back ends everything downstream (C14).
  ///
  /// Returns false if there was an error.
  @inlinable
  @discardableResult
  package func deliver(_ value: Value) -> Bool {
    do {
      try step(value, receiver)
      return true
    } catch {
      receiver.receive(.failed(error))
      return false
    }
  }

  @inlinable
  package func end(_ end: End) { receiver.receive(end) }

  /// Passes the end on. Before a finish, delivers `last` if there is such a value; before a failure, drops it.
  @inlinable
  package func end(_ end: End, after last: Value?) {
    if case .finished = end, let last, !deliver(last) { return }
    self.end(end)
  }
}

/// The part of an operator or an endpoint that lives as long as the subscription. Ends reach it directly; values reach
/// it through the ``Downstream`` that was made with it.
@usableFromInline
package class Receiver {
  @inlinable
  package init() {}

  @usableFromInline
  package func receive(_ end: End) {
    preconditionFailure("\(Self.self) must override receive(_:).")
  }

  /// Receives the name of the signal upstream, before its first event: see ``SignalConvertible/named(_:)``.
  @usableFromInline
  package func receive(name: String) {}

  /// Passes a search for full buffers on. It ends at an endpoint, and where this is not overridden.
  @usableFromInline
  package func receive(_ search: RoomSearch) {}

  /// Whether this is the bottom of an endpoint, which is told the name of its signal through a queue as well.
  @usableFromInline
  package var isEndpoint: Bool { false }

  /// Whether this is the bottom of an endpoint whose subscriber exists and isn't informed of a failure.
  @usableFromInline
  package var ignoresFailures: Bool { false }
}
