// A closure belongs to the actor in whose code it is written (C13): `@isolated(any)` says which one. The library calls it
// on that actor, by means that the compiler does not know: a queue, or the main queue. These functions strip the isolation
// for such a caller, here and nowhere else.
//
// The language has no conversion for that. It has one between functions that return such closures, and that one adds no
// code: both closure types have one representation, and `@isolated(any)` only makes the actor readable from it.
// One function for each form, and for closures without a result, since a closure whose type a generic parameter describes is
// wrapped in a thunk.

/// Returns the closure for a caller that has established that it is on the closure's actor.
@inlinable
@inline(__always)
package func unisolated<Output>(
  _ closure: @escaping @isolated(any) @Sendable () -> Output
) -> @Sendable () -> Output {
  let isolated: () -> (@isolated(any) @Sendable () -> Output) = { closure }
  let plain: () -> (@Sendable () -> Output) = isolated
  return plain()
}

/// Returns the closure for a caller that has established that it is on the closure's actor.
@inlinable
@inline(__always)
package func unisolated<Output>(
  _ closure: @escaping @isolated(any) @Sendable () throws -> Output
) -> @Sendable () throws -> Output {
  let isolated: () -> (@isolated(any) @Sendable () throws -> Output) = { closure }
  let plain: () -> (@Sendable () throws -> Output) = isolated
  return plain()
}

/// Returns the closure for a caller that has established that it is on the closure's actor.
@inlinable
@inline(__always)
package func unisolated<Input>(
  _ closure: @escaping @isolated(any) @Sendable (Input) -> Void
) -> @Sendable (Input) -> Void {
  let isolated: () -> (@isolated(any) @Sendable (Input) -> Void) = { closure }
  let plain: () -> (@Sendable (Input) -> Void) = isolated
  return plain()
}

/// Returns the closure for a caller that has established that it is on the closure's actor.
@inlinable
@inline(__always)
package func unisolated<Input, Output>(
  _ closure: @escaping @isolated(any) @Sendable (Input) -> Output
) -> @Sendable (Input) -> Output {
  let isolated: () -> (@isolated(any) @Sendable (Input) -> Output) = { closure }
  let plain: () -> (@Sendable (Input) -> Output) = isolated
  return plain()
}

/// Returns the closure for a caller that has established that it is on the closure's actor.
@inlinable
@inline(__always)
package func unisolated<Input, Output>(
  _ closure: @escaping @isolated(any) @Sendable (Input) throws -> Output
) -> @Sendable (Input) throws -> Output {
  let isolated: () -> (@isolated(any) @Sendable (Input) throws -> Output) = { closure }
  let plain: () -> (@Sendable (Input) throws -> Output) = isolated
  return plain()
}

/// Returns the closure for a caller that has established that it is on the closure's actor.
@inlinable
@inline(__always)
package func unisolated<First, Second>(
  _ closure: @escaping @isolated(any) @Sendable (First, Second) -> Void
) -> @Sendable (First, Second) -> Void {
  let isolated: () -> (@isolated(any) @Sendable (First, Second) -> Void) = { closure }
  let plain: () -> (@Sendable (First, Second) -> Void) = isolated
  return plain()
}

/// Returns the closure for a caller that has established that it is on the closure's actor.
@inlinable
@inline(__always)
package func unisolated<First, Second, Output>(
  _ closure: @escaping @isolated(any) @Sendable (First, Second) throws -> Output
) -> @Sendable (First, Second) throws -> Output {
  let isolated: () -> (@isolated(any) @Sendable (First, Second) throws -> Output) = { closure }
  let plain: () -> (@Sendable (First, Second) throws -> Output) = isolated
  return plain()
}

/// Returns the closure for a caller that has established that it is on the closure's actor.
@inlinable
@inline(__always)
package func unisolated<First, Second, Third>(
  _ closure: @escaping @isolated(any) @Sendable (First, Second, Third) -> Void
) -> @Sendable (First, Second, Third) -> Void {
  let isolated: () -> (@isolated(any) @Sendable (First, Second, Third) -> Void) = { closure }
  let plain: () -> (@Sendable (First, Second, Third) -> Void) = isolated
  return plain()
}

/// Returns the closure for a caller that has established that it is on the closure's actor.
@inlinable
@inline(__always)
package func unisolated<First, Second, Third, Fourth>(
  _ closure: @escaping @isolated(any) @Sendable (First, Second, Third, Fourth) -> Void
) -> @Sendable (First, Second, Third, Fourth) -> Void {
  let isolated: () -> (@isolated(any) @Sendable (First, Second, Third, Fourth) -> Void) = { closure }
  let plain: () -> (@Sendable (First, Second, Third, Fourth) -> Void) = isolated
  return plain()
}

/// Returns the closure for a caller that has established that it is on the closure's actor.
@inlinable
@inline(__always)
package func unisolated<State, Input>(
  _ closure: @escaping @isolated(any) @Sendable (inout State, Input) throws -> Void
) -> @Sendable (inout State, Input) throws -> Void {
  let isolated: () -> (@isolated(any) @Sendable (inout State, Input) throws -> Void) = { closure }
  let plain: () -> (@Sendable (inout State, Input) throws -> Void) = isolated
  return plain()
}
