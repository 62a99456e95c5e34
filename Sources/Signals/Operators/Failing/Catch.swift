extension Signal {
  /// Goes on with another signal where this one fails.
  ///
  /// ![A marble diagram of catch](catch)
  ///
  /// `recover` gets the error, and says what to subscribe to instead. A failure of that one passes. If `recover` throws,
  /// the signal fails with what it throws, so an error that is no business of its own is thrown again. A finish passes,
  /// and `recover` is not called.
  ///
  /// ```swift
  /// let picture = download.catch { error in
  ///   guard error is TimeoutError else { throw error }
  ///   return .just(placeholder)
  /// }
  /// ```
  public func `catch`(
    _ recover: @escaping @Sendable (any Error) throws -> Signal, file: StaticString = #fileID, line: UInt = #line
  ) -> Signal {
    crossing(()) { crossing, event in
      guard case .end(.failed(let error)) = event else { return crossing.pass(event) }
      let next = try recover(error)
      crossing.subscribe(to: next, by: crossing.makeLine()) { crossing, event in crossing.pass(event) }
    }.seen(as: "catch", file, line)
  }
}
