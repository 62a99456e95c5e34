extension Signal {
  /// Combines all values into one result, the first with `initial`, and passes it on at the finish.
  ///
  /// ![A marble diagram of reduce](reduce)
  ///
  /// A signal without values gives `initial`. A failure comes at once, and without a result. If `combine` throws, the
  /// signal fails with that error.
  ///
  /// ```swift
  /// let total = amounts.reduce(0) { $0 + $1 }
  /// ```
  public func reduce<Result: Sendable>(
    _ initial: Result,
    _ combine: @escaping @Sendable (Result, Value) throws -> Result,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Result> {
    stage(initial) { result, value, _ in
      result = try combine(result, value)
    } atEnd: { result, end, downstream in
      downstream.end(end, after: result)
    }.seen(as: "reduce", file, line)
  }
}
