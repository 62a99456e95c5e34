extension Signal {
  /// Passes on `replacement` where this signal fails, and finishes.
  ///
  /// ![A marble diagram of replaceError](replaceError)
  ///
  /// An error that is thrown further down is not this signal's, and is not replaced.
  ///
  /// ```swift
  /// let image = download.replaceError(with: placeholder)
  /// ```
  public func replaceError(with replacement: Value, file: StaticString = #fileID, line: UInt = #line) -> Signal {
    stage(()) { _, value, downstream in
      downstream.deliver(value)
    } atEnd: { _, end, downstream in
      if case .failed = end {
        downstream.end(.finished, after: replacement)
      } else {
        downstream.end(end)
      }
    }.seen(as: "replaceError", file, line)
  }
}
