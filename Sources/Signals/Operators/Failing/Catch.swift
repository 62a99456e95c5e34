extension SignalConvertible where Value: Sendable {
  /// Continues with another signal when this one fails.
  ///
  /// ![A marble diagram of catch](catch)
  ///
  /// `recover` receives the error and returns the signal to subscribe to instead. A failure of that signal is passed
  /// on. If `recover` throws, the result fails with the thrown error, so rethrow an error that `recover` doesn't
  /// handle. A finish is passed on without calling `recover`.
  ///
  /// ```swift
  /// let picture = download.catch { error in
  ///   guard error is TimeoutError else { throw error }
  ///   return .just(placeholder)
  /// }
  /// ```
  public func `catch`(
    _ recover: @escaping @Sendable (any Error) throws -> Signal<Value>, file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Value> {
    signal.context(()) { context, event in
      guard case .end(.failed(let error)) = event else { return context.pass(event) }
      let next = try recover(error)
      context.subscribe(to: next) { context, event in context.pass(event) }
    }.labeled("catch", file, line)
  }
}
