extension Signal {
  /// Combines each value with the result before it, and passes every result on. The first is combined with `initial`,
  /// which is not passed on itself. If `combine` throws, the signal fails with that error.
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
    stage(initial) { result, value, downstream in
      result = try combine(result, value)
      try downstream.pass(result)
    }.seen(as: "scan", file, line)
  }
}
