extension SignalConvertible where Value: Sendable {
  /// Emits `replacement` when this signal fails, then finishes.
  ///
  /// ![A marble diagram of replaceError](replaceError)
  ///
  /// An error thrown downstream doesn't belong to this signal and is not replaced.
  ///
  /// ```swift
  /// let image = download.replaceError(with: placeholder)
  /// ```
  public func replaceError(with replacement: Value, file: StaticString = #fileID, line: UInt = #line) -> Signal<Value> {
    signal.stage(()) { _, value, downstream in
      downstream.deliver(value)
    } atEnd: { _, end, downstream in
      if case .failed = end {
        downstream.end(.finished, after: replacement)
      } else {
        downstream.end(end)
      }
    }.labeled("replaceError", file, line)
  }
}
