extension SignalConvertible where Value: Sendable {
  /// Emits the values for which `isIncluded` returns true. If it throws, the signal fails with the thrown error.
  ///
  /// ![A marble diagram of filter](filter)
  ///
  /// ```swift
  /// let even = numbers.filter { $0.isMultiple(of: 2) }
  /// ```
  @inlinable
  public func filter(
    _ isIncluded: @escaping @Sendable (Value) throws -> Bool, file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Value> {
    Signal<Value> { [signal] downstream, connection in
      let below = downstream.step
      signal.attach(
        Downstream(receiver: downstream.receiver) { value, receiver in
          if try isIncluded(value) { try below(value, receiver) }
        },
        connection)
    }.labeled("filter", file, line)
  }

  /// Does the same with a closure of the main actor: it is called on the main actor, and so is everything downstream
  /// (C13).
  ///
  /// ```swift
  /// let visible = messages.filter(on: .main) { [weak self] message in self?.isShown(message) ?? false }
  /// ```
  @inlinable
  public func filter(
    on actor: OperatorActor, _ isIncluded: @escaping @MainActor @Sendable (Value) throws -> Bool,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Value> {
    signal.deliver(by: actor.executor).filter(unisolated(isIncluded)).labeled("filter", file, line)
  }
}
