extension Signal {
  /// Passes on `replacement` in the place of each nil, and what is in the optional for all others.
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
    map { $0 ?? replacement }.seen(as: "replaceNil", file, line)
  }
}
