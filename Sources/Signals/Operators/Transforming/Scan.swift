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

  /// Does the same with a closure of the main actor: it is called on the main actor, and so is everything downstream
  /// (C13).
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

  /// Combines each value with the result before it, and emits every result. The first value is the first result. If
  /// `combine` throws, the signal fails with the thrown error.
  ///
  /// ![A marble diagram of scan, without a beginning](scan-first)
  ///
  /// ```swift
  /// let highest = scores.scan { max($0, $1) }
  /// ```
  @inlinable
  public func scan(
    _ combine: @escaping @Sendable (Value, Value) throws -> Value, file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Value> {
    signal.stage(Value?.none) { result, value, downstream in
      let next = if let result { try combine(result, value) } else { value }
      result = next
      try downstream.pass(next)
    }.labeled("scan", file, line)
  }

  /// Does the same with a closure of the main actor: it is called on the main actor, and so is everything downstream
  /// (C13).
  ///
  /// ```swift
  /// let total = amounts.scan(on: .main) { [weak self] total, amount in total + amount * (self?.rate ?? 1) }
  /// ```
  @inlinable
  public func scan(
    on actor: OperatorActor, _ combine: @escaping @MainActor @Sendable (Value, Value) throws -> Value,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Value> {
    signal.deliver(by: actor.executor).scan(unisolated(combine)).labeled("scan", file, line)
  }

  /// Updates a result in place with each value, and emits the result after each update.
  ///
  /// ![A marble diagram of scan, into](scan-into)
  ///
  /// Each subscription begins with `initial`, which is not emitted itself. If `update` throws, the signal fails with
  /// the thrown error. A collection isn't copied for an update, unless something else still refers to an earlier
  /// result.
  ///
  /// ```swift
  /// let history = pages.scan(into: []) { $0.append($1) }
  /// ```
  @inlinable
  public func scan<Result: Sendable>(
    into initial: Result,
    _ update: @escaping @Sendable (inout Result, Value) throws -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Result> {
    signal.stage(initial) { result, value, downstream in
      try update(&result, value)
      try downstream.pass(result)
    }.labeled("scan", file, line)
  }

  /// Does the same with a closure of the main actor: it is called on the main actor, and so is everything downstream
  /// (C13).
  ///
  /// ```swift
  /// let total = amounts.scan(into: 0, on: .main) { [weak self] total, amount in total += amount * (self?.rate ?? 1) }
  /// ```
  @inlinable
  public func scan<Result: Sendable>(
    into initial: Result, on actor: OperatorActor,
    _ update: @escaping @MainActor @Sendable (inout Result, Value) throws -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Result> {
    signal.deliver(by: actor.executor).scan(into: initial, unisolated(update)).labeled("scan", file, line)
  }
}
