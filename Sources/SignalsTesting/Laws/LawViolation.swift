/// What an operator did against a law.
public struct LawViolation: Error, Hashable, Sendable, CustomStringConvertible {
  public let law: OperatorLaw
  /// The name of the operator.
  public let subject: String
  /// What was done to it.
  public let circumstance: String
  public let expected: String
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
