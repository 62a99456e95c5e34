extension SignalConvertible where Value: Sendable {
  /// Emits the number of values at the finish. A failure is passed on without it.
  ///
  /// ![A marble diagram of count](count)
  ///
  /// ```swift
  /// let errors = lines.filter { $0.hasPrefix("error") }.count()
  /// ```
  public func count(file: StaticString = #fileID, line: UInt = #line) -> Signal<Int> {
    reduce(0) { count, _ in count + 1 }.labeled("count", file, line)
  }
}
