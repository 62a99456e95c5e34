/// A namespace for checking all laws together.
public enum OperatorLaws {
  /// Checks an operator against every law, and returns the violations.
  ///
  /// ```swift
  /// #expect(OperatorLaws.check(subject) == [])
  /// ```
  public static func check(_ subject: OperatorUnderTest) -> [LawViolation] {
    OperatorLaw.allCases.compactMap { $0.check(subject) }
  }
}
