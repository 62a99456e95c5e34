extension SignalConvertible where Value: Sendable {
  /// Replaces the error of a failure with the result of `transform`. If `transform` throws, the thrown error is used.
  ///
  /// ![A marble diagram of mapError](mapError)
  ///
  /// An error thrown downstream doesn't belong to this signal and is not transformed.
  ///
  /// ```swift
  /// let user = response.mapError { LoginError.network($0) }
  /// ```
  public func mapError(
    _ transform: @escaping @Sendable (any Error) throws -> any Error, file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Value> {
    signal.stage(()) { _, value, downstream in
      downstream.deliver(value)
    } atEnd: { _, end, downstream in
      guard case .failed(let error) = end else { return downstream.end(end) }
      do { downstream.end(.failed(try transform(error))) } catch { downstream.end(.failed(error)) }
    }.labeled("mapError", file, line)
  }
}
