extension SignalConvertible where Value: Sendable {
  /// Emits each value with its index, which starts at zero for each subscription.
  ///
  /// ![A marble diagram of enumerated](enumerated)
  ///
  /// ```swift
  /// let rows = names.enumerated().map { "\($0.index + 1). \($0.value)" }
  /// ```
  @inlinable
  public func enumerated(file: StaticString = #fileID, line: UInt = #line) -> Signal<(index: Int, value: Value)> {
    signal.stage(0) { count, value, downstream in
      let index = count
      count += 1
      try downstream.pass((index: index, value: value))
    }.labeled("enumerated", file, line)
  }
}
