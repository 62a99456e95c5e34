/// A law that every operator has to keep, regardless of its purpose.
///
/// ```swift
/// @Test(arguments: [mine, another], OperatorLaw.allCases)
/// func `operators keep the laws`(_ subject: OperatorUnderTest, _ law: OperatorLaw) {
///   #expect(law.check(subject) == nil)
/// }
/// ```
public enum OperatorLaw: Hashable, Sendable, CaseIterable {
  /// The end is the last event that the operator emits (C1).
  case silenceAfterTheEnd
  /// After the handler has cancelled its subscription, neither the handler nor the operator's closures are called,
  /// regardless of the events that the source sends (C6).
  case silenceAfterACancel
  /// The handler is never called inside itself. A value that it sends to its own source arrives as if it had been sent
  /// afterwards (C4, C5).
  case neverInsideItself
  /// A subscription that is over, by any cause, holds no object that was captured upstream, by the operator's closures
  /// or by the handler, and no timer (C8).
  case release
  /// The operator's closures and the handler never overlap, even if several threads send. An operator that passes all
  /// values on still does so then, with each thread's values in order (C3, C4).
  case neverTwoAtOnce
  /// An error that a closure throws ends the signal, and everything upstream is released (C14).
  case errors
  /// Each subscription has its own state (C2).
  case ownState

  /// Checks an operator against this law.
  ///
  /// For ``neverTwoAtOnce``, each of four threads sends `count` values.
  ///
  /// - Returns: The first violation that was found, or nil.
  public func check(_ subject: OperatorUnderTest, sending count: Int = 2_000) -> LawViolation? {
    let mismatch =
      switch self {
      case .silenceAfterTheEnd: Self.silenceAfterTheEnd(subject)
      case .silenceAfterACancel: Self.silenceAfterACancel(subject)
      case .neverInsideItself: Self.neverInsideItself(subject)
      case .release: Self.release(subject)
      case .neverTwoAtOnce: Self.neverTwoAtOnce(subject, count)
      case .errors: Self.errors(subject)
      case .ownState: Self.ownState(subject)
      }
    return mismatch.map { mismatch in
      LawViolation(
        law: self, subject: subject.name, circumstance: mismatch.circumstance, expected: mismatch.expected,
        actual: mismatch.actual)
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
    case .errors: "an error of a closure ends the signal"
    case .ownState: "each subscription has its own state"
    }
  }
}
