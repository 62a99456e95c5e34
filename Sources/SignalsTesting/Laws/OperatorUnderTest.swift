public import Signals

/// An operator that is to be put to the laws, as it is used.
///
/// ```swift
/// let subject = OperatorUnderTest("quietly") { signal, probe in
///   signal.quietly(for: .seconds(1), on: probe.scheduler) { _ in try probe() }
/// }
/// #expect(OperatorLaws.check(subject) == [])
/// ```
///
/// Use it so that much comes through: laws send numbers that differ, and can say little about an operator that swallows
/// them. Everything that the operator does has to begin with `signal`.
///
/// Give it one operator. What `signal.map { … }.delay(…)` does before it waits runs on the thread that sends, and what it
/// does after that where time passes: closures on both sides may well run at once, and those above are out of reach of a
/// handler below that cancels.
public struct OperatorUnderTest: Sendable, CustomStringConvertible {
  /// What violations call it.
  public let name: String
  /// Whether its subscriptions share state, as those of `shared` do. Then they are not held to have each their own.
  public let sharesItsState: Bool
  /// Whether it has an answer to errors, as `retry` has. Then it is not held to fail with what its closures throw.
  public let handlesErrors: Bool
  /// The ends of its source after which it went on.
  let outlived = Guarded<Set<Trial.Ending>>([])
  package let apply: @Sendable (_ signal: Signal<Int>, _ probe: Probe) -> Signal<String>

  /// Names an operator, and says how to make it.
  ///
  /// - Parameters:
  ///   - name: what violations call it.
  ///   - sharesItsState: see ``sharesItsState-swift.property``.
  ///   - handlesErrors: see ``handlesErrors-swift.property``.
  ///   - apply: makes the operator. Its closures call `probe`. If it waits, it does so on `probe.scheduler`, and not
  ///     longer than a second, which is what passes after each event.
  public init<Output: Sendable>(
    _ name: String, sharesItsState: Bool = false, handlesErrors: Bool = false,
    _ apply: @escaping @Sendable (_ signal: Signal<Int>, _ probe: Probe) -> Signal<Output>
  ) {
    self.name = name
    self.sharesItsState = sharesItsState
    self.handlesErrors = handlesErrors
    self.apply = { signal, probe in apply(signal, probe).map { "\($0)" } }
  }

  /// Its name.
  public var description: String { name }
}
