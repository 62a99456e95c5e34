extension Signal {
  /// Stops the program where this signal fails, in every build. It is the only operator that traps on what comes (C14).
  ///
  /// ![A marble diagram of assertNoFailure](assertNoFailure)
  ///
  /// An error that is thrown further down is not this signal's, and stops nothing.
  ///
  /// ```swift
  /// let theme = bundledTheme.assertNoFailure("The bundled theme is always readable.")
  /// ```
  public func assertNoFailure(
    _ message: String = "", file: StaticString = #fileID, line: UInt = #line
  ) -> Signal {
    stage(()) { _, value, downstream in
      downstream.deliver(value)
    } atEnd: { _, end, downstream in
      if case .failed(let error) = end {
        let assertion = "A signal of which it was asserted that it doesn't fail has failed: \(error)"
        fatalError(message.isEmpty ? assertion : "\(message) \(assertion)", file: file, line: line)
      }
      downstream.end(end)
    }.seen(as: "assertNoFailure", file, line)
  }
}
