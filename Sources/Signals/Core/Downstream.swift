/// What happens to a value from one operator on: a function of the value and the object that it runs on.
@usableFromInline
package typealias Step<Value> = @Sendable (Value, Receiver) throws -> Void

/// Where an operator passes its values on: a function, and the object that it runs on.
///
/// The two are apart so that the optimiser can do its work. The `step` of a stateless operator calls the step below it
/// and captures nothing else, so a chain of them that the compiler sees whole becomes one function without a context,
/// compiled into the user's module. Whatever lives as long as the subscription is in the `receiver`, which is handed to
/// the function and never captured by it.
///
/// A step that throws has failed at its own operator, and the error goes up to where the value began its way: see
/// `deliver(_:)`.
// Unchecked, because the serialiser above it is what keeps two threads from being inside at the same time (C3).
@usableFromInline
package struct Downstream<Value>: @unchecked Sendable {
  @usableFromInline package let step: Step<Value>
  @usableFromInline package let receiver: Receiver

  @inlinable
  package init(receiver: Receiver, step: @escaping Step<Value>) {
    self.step = step
    self.receiver = receiver
  }

  /// Passes a value on from within a step: an error of an operator further down goes up, through the operators in
  /// between, to where the value began its way.
  @inlinable
  package func pass(_ value: Value) throws { try step(value, receiver) }

  /// Begins a value's way: an error that comes back up is the end for everything below (C14).
  ///
  /// Returns whether the way is still open.
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

  /// Ends, and before a finish delivers `last`, if there is such a value. A failure comes without it.
  package func end(_ end: End, after last: Value?) {
    if case .finished = end, let last, !deliver(last) { return }
    self.end(end)
  }
}

/// The part of an operator or an endpoint that lives as long as the subscription. Ends come to it directly; values come
/// through the ``Downstream`` that was made with it.
@usableFromInline
package class Receiver {
  @inlinable
  package init() {}

  @usableFromInline
  package func receive(_ end: End) {
    preconditionFailure("A receiver has to say what it does at the end.")
  }

  /// Hears what the signal above is called, before anything comes from it: see ``Signal/named(_:)``.
  @usableFromInline
  package func hear(name: String) {}
}
