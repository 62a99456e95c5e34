extension SignalConvertible where Value: Sendable {
  /// Drops each value that is the same as the one before it, as decided by `areSame`, which receives the last emitted
  /// value and the new one. If `areSame` throws, the signal fails with the thrown error.
  ///
  /// ![A marble diagram of removeDuplicates, by](removeDuplicates-by)
  ///
  /// ```swift
  /// let moves = positions.removeDuplicates { $0.distance(to: $1) < 1 }
  /// ```
  @inlinable
  public func removeDuplicates(
    by areSame: @escaping @Sendable (Value, Value) throws -> Bool, file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Value> {
    signal.stage(Value?.none) { last, value, downstream in
      if let last, try areSame(last, value) { return }
      last = value
      try downstream.pass(value)
    }.labeled("removeDuplicates", file, line)
  }

  /// Does the same with a closure of the main actor: it is called on the main actor, and so is everything downstream
  /// (C13).
  ///
  /// ```swift
  /// let moves = positions.removeDuplicates(on: .main) { [weak self] in self?.isNear($0, $1) ?? false }
  /// ```
  @inlinable
  public func removeDuplicates(
    on actor: OperatorActor, by areSame: @escaping @MainActor @Sendable (Value, Value) throws -> Bool,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Value> {
    signal.deliver(by: actor.executor).removeDuplicates(by: unisolated(areSame))
      .labeled("removeDuplicates", file, line)
  }
}

extension SignalConvertible where Value: Equatable & Sendable {
  /// Drops each value that equals the one before it.
  ///
  /// ![A marble diagram of removeDuplicates](removeDuplicates)
  ///
  /// ```swift
  /// let changes = temperature.removeDuplicates()
  /// ```
  @inlinable
  public func removeDuplicates(file: StaticString = #fileID, line: UInt = #line) -> Signal<Value> {
    removeDuplicates { $0 == $1 }.labeled("removeDuplicates", file, line)
  }
}

extension SignalConvertible where Value: Sendable {
  /// Drops each value whose property at `keyPath` equals that of the last emitted value.
  ///
  /// ![A marble diagram of removeDuplicates, on](removeDuplicates-on)
  ///
  /// ```swift
  /// let visits = events.removeDuplicates(on: \.page)
  /// ```
  @inlinable
  @_disfavoredOverload
  public func removeDuplicates(
    on keyPath: any KeyPath<Value, some Equatable & Sendable> & Sendable, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Signal<Value> {
    removeDuplicates { $0[keyPath: keyPath] == $1[keyPath: keyPath] }.labeled("removeDuplicates", file, line)
  }
}
