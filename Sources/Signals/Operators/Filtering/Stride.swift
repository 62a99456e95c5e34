extension Signal {
  /// Passes on every `step`-th value, beginning with the first.
  ///
  /// ![A marble diagram of stride](stride)
  ///
  /// ```swift
  /// let preview = samples.stride(100)
  /// ```
  @inlinable
  public func stride(_ step: Int, file: StaticString = #fileID, line: UInt = #line) -> Signal {
    precondition(step > 0, "stride goes forward: give a step of 1 or more, not \(step).")
    return stage(0) { left, value, downstream in
      if left > 0 {
        left -= 1
      } else {
        left = step - 1
        try downstream.pass(value)
      }
    }.seen(as: "stride", file, line)
  }
}
