extension SignalConvertible where Value: Sendable {
  /// Emits the result of an asynchronous closure for each value.
  ///
  /// `strategy` determines the treatment of a value that arrives while the closure is still running for an earlier one,
  /// as with ``flatMap(_:_:file:line:)->Signal<Output>``: with `.concat`, it waits. With `.latest`, the task of the earlier value is
  /// cancelled, and its result is dropped. If the closure throws, the signal fails with the thrown error.
  ///
  /// The closure runs in a task of its own for each value, on the actor in whose code it is written. Handlers
  /// downstream are called on that task.
  ///
  /// ```swift
  /// let results = query.debounce(for: .milliseconds(300)).asyncMap(.latest) { try await api.search($0) }
  /// ```
  public func asyncMap<Output: Sendable>(
    _ strategy: FlatMapStrategy, priority: TaskPriority? = nil,
    @_inheritActorContext _ transform: @escaping @isolated(any) @Sendable (Value) async throws -> Output,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Output> {
    flatMap(strategy) { value in .async(priority: priority) { try await transform(value) } }
      .labeled("asyncMap", file, line)
  }

  /// Emits the result of an asynchronous closure for each value, one after the other: see
  /// ``asyncMap(_:priority:_:file:line:)`` with `.concat`.
  ///
  /// ```swift
  /// let receipts = orders.asyncMap(submit)
  /// ```
  // Not a default of the strategy: a function without a label would be taken for the strategy.
  public func asyncMap<Output: Sendable>(
    priority: TaskPriority? = nil,
    @_inheritActorContext _ transform: @escaping @isolated(any) @Sendable (Value) async throws -> Output,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Output> {
    asyncMap(.concat, priority: priority, transform, file: file, line: line)
  }
}
