extension Signal {
  /// Passes on the values that are of the given type, or can be cast to it with `as?`.
  ///
  /// ```swift
  /// let clicks = events.ofType(Click.self)
  /// ```
  @inlinable
  public func ofType<Output: Sendable>(_ type: Output.Type) -> Signal<Output> { compactMap { $0 as? Output } }
}
