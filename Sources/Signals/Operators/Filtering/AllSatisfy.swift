extension SignalConvertible where Value: Sendable {
  /// Emits whether `isFine` returns true for every value, then finishes. The result is false as soon as `isFine`
  /// returns false, which cancels the upstream subscription, and true at the finish, also without any value. An earlier
  /// failure is passed on without a result. If `isFine` throws, the signal fails with the thrown error.
  ///
  /// ![A marble diagram of allSatisfy](allSatisfy)
  ///
  /// ```swift
  /// let isValid = fields.allSatisfy { !$0.isEmpty }
  /// ```
  public func allSatisfy(
    _ isFine: @escaping @Sendable (Value) throws -> Bool, file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Bool> {
    contains { try !isFine($0) }.map { !$0 }.labeled("allSatisfy", file, line)
  }
}
