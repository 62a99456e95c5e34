/// All the laws together.
public enum OperatorLaws {
  /// Puts an operator to every law, and returns what it did against them.
  ///
  /// ```swift
  /// #expect(OperatorLaws.check(subject) == [])
  /// ```
  public static func check(_ subject: OperatorUnderTest) -> [LawViolation] {
    OperatorLaw.allCases.compactMap { $0.check(subject) }
  }
}
