/// What an operator did against a law.
public struct LawViolation: Error, Hashable, Sendable, CustomStringConvertible {
  /// The law that was broken.
  public let law: OperatorLaw
  /// The name of the operator.
  public let subject: String
  /// What was done to it.
  public let circumstance: String
  /// The history that keeps the law.
  public let expected: String
  /// The history that there was.
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
