public import Signals

/// An operator to be checked against the laws, in a typical use.
///
/// ```swift
/// let subject = OperatorUnderTest("quietly") { signal, probe in
///   signal.quietly(for: .seconds(1), on: probe.scheduler) { _ in try probe() }
/// }
/// #expect(OperatorLaws.check(subject) == [])
/// ```
///
/// Choose a use that emits many values: the laws send distinct numbers, and can check little if the operator drops
/// them. Everything that the operator does has to depend on `signal`.
///
/// Check one operator at a time. In `signal.map { … }.delay(…)`, the closures before the wait run on the thread that
/// sends, and those after it run where time advances. Closures on both sides may therefore run at the same time, and
/// the closures upstream of the wait may still run after a handler downstream of it has cancelled.
public struct OperatorUnderTest: Sendable, CustomStringConvertible {
  /// The name of the operator in violations.
  public let name: String
  /// Whether the subscriptions share state, as those of `shared` do. If so, the operator isn't checked for a state of
  /// its own per subscription.
  public let sharesItsState: Bool
  /// Whether the operator handles errors, as `retry` does. If so, it isn't required to fail with the errors that its
  /// closures throw.
  public let handlesErrors: Bool
  /// The ends of the source after which the operator's subscription continued.
  let survivedEndings = Guarded<Set<SourceEnding>>([])
  package let apply: @Sendable (_ signal: Signal<Int>, _ probe: Probe) -> Signal<String>

  /// Makes an operator to be checked.
  ///
  /// - Parameters:
  ///   - name: The name of the operator in violations.
  ///   - sharesItsState: See ``sharesItsState-swift.property``.
  ///   - handlesErrors: See ``handlesErrors-swift.property``.
  ///   - apply: Applies the operator. Its closures call `probe`. If the operator waits, it waits on `probe.scheduler`,
  ///     and no longer than a second, which is the time that passes after each event.
  public init<Output: Sendable>(
    _ name: String, sharesItsState: Bool = false, handlesErrors: Bool = false,
    _ apply: @escaping @Sendable (_ signal: Signal<Int>, _ probe: Probe) -> Signal<Output>
  ) {
    self.name = name
    self.sharesItsState = sharesItsState
    self.handlesErrors = handlesErrors
    self.apply = { signal, probe in apply(signal, probe).map { "\($0)" } }
  }

  /// The name of the operator.
  public var description: String { name }
}
