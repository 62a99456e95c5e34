extension SignalConvertible where Value: Sendable {
  /// Emits, with each value, an array of the last `count` values, oldest first, as soon as there are that many.
  ///
  /// ![A marble diagram of slidingWindow](slidingWindow)
  ///
  /// Windows overlap; for arrays that don't, see ``collect(_:file:line:)``. If there are fewer values, only the end is
  /// passed on.
  ///
  /// ```swift
  /// let smooth = samples.slidingWindow(count: 5).map { $0.reduce(0, +) / 5 }
  /// ```
  @inlinable
  public func slidingWindow(count: Int, file: StaticString = #fileID, line: UInt = #line) -> Signal<[Value]> {
    requireArgument(
      count > 0, "slidingWindow(count: \(count)): the number of values must be positive; use 1 or more.", file, line)
    return signal.stage([Value]()) { window, value, downstream in
      if window.count == count { window.removeFirst() }
      window.append(value)
      if window.count == count { try downstream.pass(window) }
    }.labeled("slidingWindow", file, line)
  }
}
