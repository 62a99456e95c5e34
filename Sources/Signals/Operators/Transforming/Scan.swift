extension SignalConvertible where Value: Sendable {
  /// Combines each value with the result before it, and emits every result. The first value is combined with `initial`,
  /// which is not emitted itself. If `combine` throws, the signal fails with the thrown error.
  ///
  /// ![A marble diagram of scan](scan)
  ///
  /// ```swift
  /// let total = amounts.scan(0) { $0 + $1 }
  /// ```
  @inlinable
  public func scan<Result: Sendable>(
    _ initial: Result,
    _ combine: @escaping @Sendable (Result, Value) throws -> Result,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Result> {
    signal.stage(initial) { result, value, downstream in
      result = try combine(result, value)
      try downstream.pass(result)
    }.labeled("scan", file, line)
  }

  /// Does the same with a closure of the main actor: it is called there, and the signal is delivered there from here on (C13).
  ///
  /// ```swift
  /// let total = amounts.scan(0, on: .main) { [weak self] total, amount in total + amount * (self?.rate ?? 1) }
  /// ```
  @inlinable
  public func scan<Result: Sendable>(
    _ initial: Result, on actor: OperatorActor,
    _ combine: @escaping @MainActor @Sendable (Result, Value) throws -> Result,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Result> {
    signal.deliver(by: actor.executor).scan(initial, unisolated(combine)).labeled("scan", file, line)
  }
}
