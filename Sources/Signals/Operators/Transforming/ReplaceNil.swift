extension SignalConvertible where Value: Sendable {
  /// Emits `replacement` in place of each nil, and the unwrapped values of all other optionals.
  ///
  /// ![A marble diagram of replaceNil](replaceNil)
  ///
  /// ```swift
  /// let names = optionalNames.replaceNil(with: "anonymous")
  /// ```
  @inlinable
  public func replaceNil<Wrapped: Sendable>(with replacement: Wrapped, file: StaticString = #fileID, line: UInt = #line)
    -> Signal<Wrapped> where Value == Wrapped?
  {
    map { $0 ?? replacement }.labeled("replaceNil", file, line)
  }
}
