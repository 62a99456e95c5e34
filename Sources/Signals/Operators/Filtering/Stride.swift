extension SignalConvertible where Value: Sendable {
  /// Emits every `step`-th value, beginning with the first.
  ///
  /// ![A marble diagram of stride](stride)
  ///
  /// ```swift
  /// let preview = samples.stride(by: 100)
  /// ```
  @inlinable
  @inline(__always)
  public func stride(by step: Int, file: StaticString = #fileID, line: UInt = #line) -> Signal<Value> {
    requireArgument(step > 0, "stride(by: \(step)): the step must be positive; use 1 or more.", file, line)
    return signal.stage(0) { left, value, downstream in
      if left > 0 {
        left -= 1
      } else {
        left = step - 1
        try downstream.pass(value)
      }
    }.labeled("stride", file, line)
  }
}
