extension Signal {
  /// Fails with what `transform` makes of the error, where this signal fails. If it throws, that error is taken.
  ///
  /// ![A marble diagram of mapError](mapError)
  ///
  /// An error that is thrown further down is not this signal's, and stays what it is.
  ///
  /// ```swift
  /// let user = response.mapError { LoginError.network($0) }
  /// ```
  public func mapError(
    _ transform: @escaping @Sendable (any Error) throws -> any Error, file: StaticString = #fileID, line: UInt = #line
  ) -> Signal {
    stage(()) { _, value, downstream in
      downstream.deliver(value)
    } atEnd: { _, end, downstream in
      guard case .failed(let error) = end else { return downstream.end(end) }
      do { downstream.end(.failed(try transform(error))) } catch { downstream.end(.failed(error)) }
    }.seen(as: "mapError", file, line)
  }
}
