extension SignalConvertible where Value: Sendable {
  /// Stops the program when this signal fails, in every build. It is the only operator that traps on input data (C14).
  ///
  /// ![A marble diagram of assertNoFailure](assertNoFailure)
  ///
  /// An error thrown downstream doesn't belong to this signal and doesn't stop the program.
  ///
  /// ```swift
  /// let theme = bundledTheme.assertNoFailure("The bundled theme is always readable.")
  /// ```
  public func assertNoFailure(
    _ message: String = "", file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Value> {
    signal.stage(()) { _, value, downstream in
      downstream.deliver(value)
    } atEnd: { _, end, downstream in
      if case .failed(let error) = end {
        let assertion = "The signal failed at assertNoFailure: \(error). Use catch to handle failures."
        fatalError(message.isEmpty ? assertion : "\(message) \(assertion)", file: file, line: line)
      }
      downstream.end(end)
    }.labeled("assertNoFailure", file, line)
  }
}
