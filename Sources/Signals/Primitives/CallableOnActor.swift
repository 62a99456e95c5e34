// A closure belongs to the actor in whose code it is written (C13): `@isolated(any)` says which one. The library calls it
// on that actor, by means that the compiler does not know: a queue, or the main queue. The language has no conversion for
// a caller that is on the actor already, so this file strips the isolation, here and nowhere else.
//
// It is safe because both function types have one representation: a function pointer and a context. `@isolated(any)` only
// makes the actor readable from it. The cast needs a struct around the function, since a function that is passed as a
// generic value is wrapped in a thunk.

/// A closure of one parameter that is to be called on its actor only.
@usableFromInline
package struct CallableOnActor<Input, Output> {
  @usableFromInline let isolated: @isolated(any) @Sendable (Input) -> Output

  @inlinable
  package init(_ isolated: @escaping @isolated(any) @Sendable (Input) -> Output) { self.isolated = isolated }

  /// The closure, for a caller that has established that it is on the closure's actor.
  @inlinable
  package var unchecked: @Sendable (Input) -> Output { unsafeBitCast(self, to: Plain.self).call }

  @usableFromInline
  struct Plain { @usableFromInline let call: @Sendable (Input) -> Output }
}

/// A closure of two parameters that is to be called on its actor only.
@usableFromInline
package struct CallableOnActor2<First, Second> {
  @usableFromInline let isolated: @isolated(any) @Sendable (First, Second) -> Void

  @inlinable
  package init(_ isolated: @escaping @isolated(any) @Sendable (First, Second) -> Void) { self.isolated = isolated }

  /// The closure, for a caller that has established that it is on the closure's actor.
  @inlinable
  package var unchecked: @Sendable (First, Second) -> Void { unsafeBitCast(self, to: Plain.self).call }

  @usableFromInline
  struct Plain { @usableFromInline let call: @Sendable (First, Second) -> Void }
}

/// A closure of three parameters that is to be called on its actor only.
@usableFromInline
package struct CallableOnActor3<First, Second, Third> {
  @usableFromInline let isolated: @isolated(any) @Sendable (First, Second, Third) -> Void

  @inlinable
  package init(_ isolated: @escaping @isolated(any) @Sendable (First, Second, Third) -> Void) {
    self.isolated = isolated
  }

  /// The closure, for a caller that has established that it is on the closure's actor.
  @inlinable
  package var unchecked: @Sendable (First, Second, Third) -> Void { unsafeBitCast(self, to: Plain.self).call }

  @usableFromInline
  struct Plain { @usableFromInline let call: @Sendable (First, Second, Third) -> Void }
}

/// A throwing closure of one parameter that is to be called on its actor only.
package struct ThrowingCallableOnActor<Input, Output> {
  private let isolated: @isolated(any) @Sendable (Input) throws -> Output

  package init(_ isolated: @escaping @isolated(any) @Sendable (Input) throws -> Output) { self.isolated = isolated }

  /// The closure, for a caller that has established that it is on the closure's actor.
  package var unchecked: @Sendable (Input) throws -> Output { unsafeBitCast(self, to: Plain.self).call }

  private struct Plain { let call: @Sendable (Input) throws -> Output }
}

/// A throwing closure of two parameters that is to be called on its actor only.
package struct ThrowingCallableOnActor2<First, Second, Output> {
  private let isolated: @isolated(any) @Sendable (First, Second) throws -> Output

  package init(_ isolated: @escaping @isolated(any) @Sendable (First, Second) throws -> Output) {
    self.isolated = isolated
  }

  /// The closure, for a caller that has established that it is on the closure's actor.
  package var unchecked: @Sendable (First, Second) throws -> Output { unsafeBitCast(self, to: Plain.self).call }

  private struct Plain { let call: @Sendable (First, Second) throws -> Output }
}
