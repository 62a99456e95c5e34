// A closure is isolated to the actor in whose code it is written (C13): a closure in a view controller belongs to the main
// actor without any annotation. The compiler provides that actor in `isolation`, and refuses a closure that touches the
// state of another actor. From the first operator with such a closure on, a signal is delivered on that actor.

/// The actor on which an operator calls its closure, and on which its signal is delivered from there on.
///
/// The closures of most operators belong to no actor, so that the compiler can merge a chain of operators into one function.
/// In main-actor code, `on: .main` makes a closure one of the main actor, which may use `self`:
///
/// ```swift
/// query.map(on: .main) { [weak self] text in self?.decorate(text) }
/// ```
public enum OperatorActor: Sendable {
  /// The main actor. A value that is on the main queue already passes without a hop, unless an earlier one is waiting.
  case main

  @usableFromInline
  var executor: Executor {
    switch self {
    case .main: .main
    }
  }
}

extension Executor {
  @usableFromInline
  package init(_ actor: any Actor) { self = actor === MainActor.shared ? .main : .actor(.init(actor)) }
}

extension Signal {
  /// Delivers this signal on `actor`; the same signal if that is nil.
  package func delivered(on actor: (any Actor)?) -> Signal {
    guard let actor else { return self }
    return deliver(by: Executor(actor))
  }

  /// The signal that `make` returns. It is called by `executor`, for each subscription.
  @usableFromInline
  package static func made(by executor: Executor, _ make: @escaping @Sendable () throws -> Signal) -> Signal {
    Signal<Void>.just(()).deliver(by: executor).flatMap { try make() }
  }
}
