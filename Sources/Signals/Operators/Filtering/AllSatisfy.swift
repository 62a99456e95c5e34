extension Signal {
  /// Answers false as soon as `isFine` does for a value, then finishes and cancels what is above; or true at the finish,
  /// without any value too. A failure before that comes without an answer. If `isFine` throws, the signal fails with
  /// that error.
  ///
  /// ![A marble diagram of allSatisfy](allSatisfy)
  ///
  /// ```swift
  /// let isValid = fields.allSatisfy { !$0.isEmpty }
  /// ```
  public func allSatisfy(
    _ isFine: @escaping @Sendable (Value) throws -> Bool, file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Bool> {
    contains { try !isFine($0) }.map { !$0 }.seen(as: "allSatisfy", file, line)
  }
}
