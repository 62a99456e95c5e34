extension SignalConvertible where Value: Sendable {
  /// Combines all values into one result, beginning with `initial`, and emits it at the finish.
  ///
  /// ![A marble diagram of reduce](reduce)
  ///
  /// A signal without values emits `initial`. A failure is passed on at once, without a result. If `combine` throws,
  /// the signal fails with the thrown error.
  ///
  /// ```swift
  /// let total = amounts.reduce(0) { $0 + $1 }
  /// ```
  public func reduce<Result: Sendable>(
    _ initial: Result,
    _ combine: @escaping @Sendable (Result, Value) throws -> Result,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Result> {
    signal.stage(initial) { result, value, _ in
      result = try combine(result, value)
    } atEnd: { result, end, downstream in
      downstream.end(end, after: result)
    }.labeled("reduce", file, line)
  }

  /// Updates a result in place with each value, and emits it at the finish.
  ///
  /// ![A marble diagram of reduce, into](reduce-into)
  ///
  /// A signal without values emits `initial`. A failure is passed on at once, without a result. If `update` throws, the
  /// signal fails with the thrown error. A collection is copied at most once: for the first update.
  ///
  /// ```swift
  /// let counts = words.reduce(into: [:]) { $0[$1, default: 0] += 1 }
  /// ```
  public func reduce<Result: Sendable>(
    into initial: Result,
    _ update: @escaping @Sendable (inout Result, Value) throws -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Result> {
    signal.stage(initial) { result, value, _ in
      try update(&result, value)
    } atEnd: { result, end, downstream in
      downstream.end(end, after: result)
    }.labeled("reduce", file, line)
  }

  /// Combines all values into one result, beginning with the first value, and emits it at the finish.
  ///
  /// ![A marble diagram of reduce, without a beginning](reduce-first)
  ///
  /// A signal without values only finishes. A failure is passed on at once, without a result. If `combine` throws, the
  /// signal fails with the thrown error.
  ///
  /// ```swift
  /// let longest = words.reduce { $0.count >= $1.count ? $0 : $1 }
  /// ```
  public func reduce(
    _ combine: @escaping @Sendable (Value, Value) throws -> Value, file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Value> {
    signal.stage(Value?.none) { result, value, _ in
      result = if let result { try combine(result, value) } else { value }
    } atEnd: { result, end, downstream in
      downstream.end(end, after: result)
    }.labeled("reduce", file, line)
  }
}
