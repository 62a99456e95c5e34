extension SignalConvertible where Value: Sendable {
  /// Emits the result of `transform` for each value. If `transform` throws, the signal fails with the thrown error.
  ///
  /// ![A marble diagram of map](map)
  ///
  /// ```swift
  /// let lengths = words.map { $0.count }
  /// ```
  @inlinable
  public func map<Output>(
    _ transform: @escaping @Sendable (Value) throws -> Output, file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Output> {
    Signal<Output> { [signal] downstream, connection in
      let below = downstream.step
      signal.attach(
        Downstream(receiver: downstream.receiver) { value, receiver in
          try below(transform(value), receiver)
        },
        connection)
    }.labeled("map", file, line)
  }

  /// Does the same with a closure of the main actor: it is called on the main actor, and so is everything downstream
  /// (C13).
  ///
  /// ```swift
  /// let titles = songs.map(on: .main) { [weak self] song in self?.title(of: song) }
  /// ```
  @inlinable
  public func map<Output>(
    on actor: OperatorActor, _ transform: @escaping @MainActor @Sendable (Value) throws -> Output,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Output> {
    signal.deliver(by: actor.executor).map(unisolated(transform)).labeled("map", file, line)
  }

  /// Emits the property at `keyPath` of each value.
  ///
  /// ```swift
  /// let lengths = words.map(\.count)
  /// ```
  @inlinable
  @_disfavoredOverload
  public func map<Output>(
    _ keyPath: any KeyPath<Value, Output> & Sendable, file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Output> {
    map { $0[keyPath: keyPath] }.labeled("map", file, line)
  }

  /// Emits two properties of each value, as a tuple.
  ///
  /// ![A marble diagram of map, properties](map-properties)
  ///
  /// ```swift
  /// let names = people.map(\.first, \.last)
  /// ```
  @inlinable
  public func map<First, Second>(
    _ first: any KeyPath<Value, First> & Sendable, _ second: any KeyPath<Value, Second> & Sendable,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<(First, Second)> {
    map { ($0[keyPath: first], $0[keyPath: second]) }.labeled("map", file, line)
  }

  /// Emits three properties of each value, as a tuple.
  @inlinable
  public func map<First, Second, Third>(
    _ first: any KeyPath<Value, First> & Sendable, _ second: any KeyPath<Value, Second> & Sendable,
    _ third: any KeyPath<Value, Third> & Sendable, file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<(First, Second, Third)> {
    map { ($0[keyPath: first], $0[keyPath: second], $0[keyPath: third]) }.labeled("map", file, line)
  }
}
