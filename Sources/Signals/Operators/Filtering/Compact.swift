extension SignalConvertible where Value: Sendable {
  /// Drops each nil, and emits the unwrapped values of all other optionals.
  ///
  /// ![A marble diagram of compact](compact)
  ///
  /// ```swift
  /// let names = optionalNames.compact()
  /// ```
  @inlinable
  public func compact<Wrapped: Sendable>(file: StaticString = #fileID, line: UInt = #line) -> Signal<Wrapped>
  where Value == Wrapped? { compactMap { $0 }.labeled("compact", file, line) }
}
