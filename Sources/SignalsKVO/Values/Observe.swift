public import Signals

/// Runs `body` now, and again after each turn in which a value that it has read has changed.
///
/// ```swift
/// let endpoint = observe { print(cart.total.value, user.name) }
/// ```
///
/// The inputs are the values that the closure reads: `@Observed` properties, ``Property``, ``Derived``, ``Computed``,
/// observed collections and `@Observable` objects. Only the reads of the last run count, and ``untracked(_:)`` reads a value
/// without following it.
///
/// - A change of several values in a transaction makes one run, when the transaction has ended (C11). A derived value that
///   was computed again, and is equal to the one before, makes none.
/// - The closure may set its own inputs. Then it runs again, until it changes nothing more.
/// - It runs on the actor in whose code it is written. On the main actor a change that is made there is followed at once, before
///   the set returns; any other change is followed on the actor a little later.
/// - Outside actors, it runs on the thread that sets, or once more on the thread that is just running it. Where several threads
///   set, the closure must use only what is `Sendable`, which the compiler doesn't check there (C13).
/// - A change of an `@Observable` object is followed later, when the actor is free; changes of other inputs wait meanwhile. The
///   closure does not follow its own sets of such an object. Outside actors, the next change of another input runs it (K10).
///
/// - Returns: the endpoint that ends it. Releasing the endpoint ends it, too.
public func observe(
  isolation: isolated (any Actor)? = #isolation, _ body: @escaping () -> Void, file: StaticString = #fileID,
  line: UInt = #line
) -> Endpoint {
  let info = NodeInfo(.endpoint, "observe", file, line)
  return Effect.start(info, on: isolation, body).expectedToBeKept(info)
}
