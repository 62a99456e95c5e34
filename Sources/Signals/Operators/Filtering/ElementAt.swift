extension SignalConvertible where Value: Sendable {
  /// Emits the value at `index`, counted from zero, then finishes and cancels the upstream subscription. If there are
  /// fewer values, only the end is passed on.
  ///
  /// ![A marble diagram of element](element)
  ///
  /// ```swift
  /// let bronze = finishers.element(at: 2)
  /// ```
  @inlinable
  @inline(__always)
  public func element(at index: Int, file: StaticString = #fileID, line: UInt = #line) -> Signal<Value> {
    requireArgument(index >= 0, "element(at: \(index)): the index is negative; use 0 for the first value.", file, line)
    return dropFirst(index).prefix(1).labeled("element", file, line)
  }
}
