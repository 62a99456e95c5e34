/// A violation of a law by an operator.
public struct LawViolation: Error, Hashable, Sendable, CustomStringConvertible {
  /// The law that the operator violates.
  public let law: OperatorLaw
  /// The name of the operator.
  public let subject: String
  /// The conditions under which the operator was run.
  public let circumstance: String
  /// The history that the law requires.
  public let expected: String
  /// The history that was recorded.
  public let actual: String

  /// For example:
  ///
  /// ```
  /// echo breaks the law that nothing follows the end (the input finishes, values sent: 1):
  /// expected  0 |
  /// actual    0 | 0
  /// ```
  public var description: String {
    """
    \(subject) breaks the law that \(law) (\(circumstance)):
    expected  \(expected)
    actual    \(actual)
    """
  }
}
