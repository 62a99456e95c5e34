extension SignalConvertible where Value: Sendable {
  /// Emits each value with the one before it, beginning with the second value.
  ///
  /// ![A marble diagram of pairwise](pairwise)
  ///
  /// ```swift
  /// let steps = positions.pairwise().map { $0.current - $0.previous }
  /// ```
  @inlinable
  public func pairwise(file: StaticString = #fileID, line: UInt = #line) -> Signal<(previous: Value, current: Value)> {
    signal.stage(Value?.none) { last, value, downstream in
      let before = last
      last = value
      if let before { try downstream.pass((previous: before, current: value)) }
    }.labeled("pairwise", file, line)
  }
}
