/// What every operator keeps to, whatever it is for.
///
/// ```swift
/// @Test(arguments: [mine, another], OperatorLaw.allCases)
/// func `operators keep the laws`(_ subject: OperatorUnderTest, _ law: OperatorLaw) {
///   #expect(law.check(subject) == nil)
/// }
/// ```
public enum OperatorLaw: Hashable, Sendable, CaseIterable {
  /// The end is the last event that the operator passes on (C1).
  case silenceAfterTheEnd
  /// After a cancel inside the handler nothing is called any more, neither the handler nor the operator's closures,
  /// whatever the source sends (C6).
  case silenceAfterACancel
  /// The handler is never called inside itself, and what it sends to its own source comes as if it had been sent
  /// afterwards (C4, C5).
  case neverInsideItself
  /// A subscription that is over, however that came, holds nothing of what was captured above it, in the operator's
  /// closures and in the handler, and no timer (C8).
  case release
  /// The operator's closures and the handler never overlap though several threads send, and an operator that passes
  /// everything on also does that then, each thread's values in order (C3, C4).
  case neverTwoAtOnce
  /// The error that a closure throws is how the signal ends, and what is above is let go of (C14).
  case errors
  /// Each subscription has state of its own (C2).
  case ownState

  /// Puts an operator to this law.
  ///
  /// In ``neverTwoAtOnce`` each of four threads sends `count` values.
  ///
  /// - Returns: what it first did against the law, if it did.
  public func check(_ subject: OperatorUnderTest, sending count: Int = 2_000) -> LawViolation? {
    let breach =
      switch self {
      case .silenceAfterTheEnd: Self.silenceAfterTheEnd(subject)
      case .silenceAfterACancel: Self.silenceAfterACancel(subject)
      case .neverInsideItself: Self.neverInsideItself(subject)
      case .release: Self.release(subject)
      case .neverTwoAtOnce: Self.neverTwoAtOnce(subject, count)
      case .errors: Self.errors(subject)
      case .ownState: Self.ownState(subject)
      }
    return breach.map { breach in
      LawViolation(
        law: self, subject: subject.name, circumstance: breach.circumstance, expected: breach.expected,
        actual: breach.actual)
    }
  }
}

extension OperatorLaw: CustomStringConvertible {
  /// The law in a few words.
  public var description: String {
    switch self {
    case .silenceAfterTheEnd: "nothing follows the end"
    case .silenceAfterACancel: "nothing follows a cancel inside the handler"
    case .neverInsideItself: "the handler is never called inside itself"
    case .release: "everything captured is released"
    case .neverTwoAtOnce: "closures and handler never overlap"
    case .errors: "what a closure throws ends the signal"
    case .ownState: "each subscription has its own state"
    }
  }
}
