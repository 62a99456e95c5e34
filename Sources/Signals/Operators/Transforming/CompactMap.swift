extension SignalConvertible where Value: Sendable {
  /// Emits the result of `transform` for each value, unless it is nil. If `transform` throws, the signal fails with the
  /// thrown error.
  ///
  /// ![A marble diagram of compactMap](compactMap)
  ///
  /// ```swift
  /// let numbers = lines.compactMap { Int($0) }
  /// ```
  @inlinable
  public func compactMap<Output>(
    _ transform: @escaping @Sendable (Value) throws -> Output?, file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Output> {
    Signal<Output> { [signal] downstream, connection in
      let below = downstream.step
      signal.attach(
        Downstream(receiver: downstream.receiver) { value, receiver in
          if let output = try transform(value) { try below(output, receiver) }
        },
        connection)
    }.labeled("compactMap", file, line)
  }

  /// Does the same with a closure of the main actor: it is called on the main actor, and so is everything downstream
  /// (C13).
  ///
  /// ```swift
  /// let selected = indices.compactMap(on: .main) { [weak self] index in self?.rows[index] }
  /// ```
  @inlinable
  public func compactMap<Output>(
    on actor: OperatorActor, _ transform: @escaping @MainActor @Sendable (Value) throws -> Output?,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Output> {
    signal.deliver(by: actor.executor).compactMap(unisolated(transform)).labeled("compactMap", file, line)
  }
}
