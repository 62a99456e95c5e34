extension Signal {
  /// Leaves out nil, and passes on what is in all other optionals.
  ///
  /// ![A marble diagram of compact](compact)
  ///
  /// ```swift
  /// let names = optionalNames.compact()
  /// ```
  @inlinable
  public func compact<Wrapped: Sendable>(file: StaticString = #fileID, line: UInt = #line) -> Signal<Wrapped>
  where Value == Wrapped? { compactMap { $0 }.seen(as: "compact", file, line) }
}
