extension SignalConvertible where Value: Sendable {
  /// Emits the values that have the given type, or can be cast to it with `as?`.
  ///
  /// ![A marble diagram of ofType](ofType)
  ///
  /// ```swift
  /// let clicks = events.ofType(Click.self)
  /// ```
  @inlinable
  public func ofType<Output: Sendable>(_ type: Output.Type, file: StaticString = #fileID, line: UInt = #line) -> Signal<
    Output
  > { compactMap { $0 as? Output }.labeled("ofType", file, line) }
}
