// Besides the variadic overload, one, two and three other signals have overloads of their own: closures that use `$0.1`
// compile with them.

extension SignalConvertible where Value: Sendable {
  /// Emits each value of this signal together with the latest value of another.
  ///
  /// ![A marble diagram of withLatest](withLatest)
  ///
  /// ![A marble diagram of withLatest, diamond](withLatest-diamond)
  ///
  /// Values that arrive before the other signal has a value are dropped. If one turn reaches both signals, the other's
  /// value is the latest one when the turn settles (C10). The result finishes with this signal and fails with either;
  /// the other's finish has no effect.
  ///
  /// ```swift
  /// let submitted = button.withLatest(from: form) { _, form in form }
  /// ```
  @inlinable
  public func withLatest<Other: Sendable>(
    from other: some SignalConvertible<Other>, file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<(Value, Other)> {
    Signal<(Value, Other)> { [signal, other = other.signal] downstream, connection in
      let join = Join(downstream, connection)
      let a = LatestInput<Other, (Value, Other)>(join)
      let own = join.beginAccompanying([a], connection) { value in if let a = a.value { (value, a) } else { nil } }
      guard let own else { return }
      a.listen(to: other)
      own.listen(to: signal)
    }.labeled("withLatest", file, line)
  }

  /// Emits each value of this signal together with the latest values of two others: see `withLatest(from:)` with one
  /// other.
  ///
  /// ![A marble diagram of withLatest](withLatest)
  @inlinable
  public func withLatest<First: Sendable, Second: Sendable>(
    from first: some SignalConvertible<First>, _ second: some SignalConvertible<Second>,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<(Value, First, Second)> {
    Signal<(Value, First, Second)> { [signal, first = first.signal, second = second.signal] downstream, connection in
      let join = Join(downstream, connection)
      let a = LatestInput<First, (Value, First, Second)>(join)
      let b = LatestInput<Second, (Value, First, Second)>(join)
      let own = join.beginAccompanying([a, b], connection) { value in
        if let a = a.value, let b = b.value { (value, a, b) } else { nil }
      }
      guard let own else { return }
      a.listen(to: first)
      b.listen(to: second)
      own.listen(to: signal)
    }.labeled("withLatest", file, line)
  }

  /// Emits each value of this signal together with the latest values of three others: see `withLatest(from:)` with one
  /// other.
  ///
  /// ![A marble diagram of withLatest](withLatest)
  @inlinable
  public func withLatest<First: Sendable, Second: Sendable, Third: Sendable>(
    from first: some SignalConvertible<First>, _ second: some SignalConvertible<Second>,
    _ third: some SignalConvertible<Third>,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<(Value, First, Second, Third)> {
    Signal<(Value, First, Second, Third)> {
      [signal, first = first.signal, second = second.signal, third = third.signal] downstream, connection in
      let join = Join(downstream, connection)
      let a = LatestInput<First, (Value, First, Second, Third)>(join)
      let b = LatestInput<Second, (Value, First, Second, Third)>(join)
      let c = LatestInput<Third, (Value, First, Second, Third)>(join)
      let own = join.beginAccompanying([a, b, c], connection) { value in
        if let a = a.value, let b = b.value, let c = c.value { (value, a, b, c) } else { nil }
      }
      guard let own else { return }
      a.listen(to: first)
      b.listen(to: second)
      c.listen(to: third)
      own.listen(to: signal)
    }.labeled("withLatest", file, line)
  }

  /// Emits the result of `transform` for each value of this signal and the latest value of another: see
  /// ``withLatest(from:file:line:)->Signal<(Self.Value,Other)>``. If `transform` throws, the signal fails with the thrown
  /// error.
  ///
  /// ```swift
  /// let submitted = button.withLatest(from: form) { _, form in form }
  /// ```
  @inlinable
  public func withLatest<Other: Sendable, Output>(
    from other: some SignalConvertible<Other>, transform: @escaping @Sendable (Value, Other) throws -> Output,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Output> {
    withLatest(from: other).map { try transform($0.0, $0.1) }.labeled("withLatest", file, line)
  }

  /// Emits the result of `transform` for each value of this signal and the latest values of two others: see
  /// ``withLatest(from:transform:file:line:)-(SignalConvertible,_,_,_)``.
  @inlinable
  public func withLatest<First: Sendable, Second: Sendable, Output>(
    from first: some SignalConvertible<First>, _ second: some SignalConvertible<Second>,
    transform: @escaping @Sendable (Value, First, Second) throws -> Output,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Output> {
    withLatest(from: first, second).map { try transform($0.0, $0.1, $0.2) }.labeled("withLatest", file, line)
  }

  /// Emits the result of `transform` for each value of this signal and the latest values of any number of others: see
  /// ``withLatest(from:transform:file:line:)``.
  // Disfavored, so that one and two other signals use the methods above, whose closures are specialised.
  @_disfavoredOverload
  @inlinable
  public func withLatest<each Other: SignalConvertible, Output>(
    from others: repeat each Other, transform: @escaping @Sendable (Value, repeat (each Other).Value) throws -> Output,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Output> where repeat (each Other).Value: Sendable {
    signal.accompanied(by: repeat (each others).signal).applying(transform).labeled("withLatest", file, line)
  }

  /// Emits each value of this signal together with the latest values of any number of others: see
  /// ``withLatest(from:file:line:)``.
  // Disfavored, so that the type checker takes an array of signals at once: see `combineLatest`.
  @_disfavoredOverload
  @inlinable
  public func withLatest<each Other: SignalConvertible>(
    from others: repeat each Other,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<(Value, repeat (each Other).Value)> where repeat (each Other).Value: Sendable {
    signal.accompanied(by: repeat (each others).signal).labeled("withLatest", file, line)
  }

  /// Emits each value of this signal together with the latest values of all signals of an array, in its order: see
  /// ``withLatest(from:file:line:)``.
  @inlinable
  public func withLatest<Other: Sendable>(
    from others: [Signal<Other>], file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<(Value, [Other])> {
    Signal<(Value, [Other])> { [signal] downstream, connection in
      let join = Join(downstream, connection)
      join.listsStaged = true
      let inputs = others.map { _ in LatestInput<Other, (Value, [Other])>(join) }
      let own = join.beginAccompanying(inputs, connection) { value in
        let held = inputs.compactMap(\.value)
        return held.count == inputs.count ? (value, held) : nil
      }
      guard let own else { return }
      for (input, other) in Swift.zip(inputs, others) { input.listen(to: other) }
      own.listen(to: signal)
    }.labeled("withLatest", file, line)
  }

  /// Emits each value of this signal together with the latest values of all sources of a collection, in its order.
  // Disfavored, so that the type checker takes an array of signals at once: see `combineLatest`.
  @inlinable
  @_disfavoredOverload
  public func withLatest<Other: Sendable>(
    from others: some Sequence<some SignalConvertible<Other>>, file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<(Value, [Other])> { withLatest(from: others.map(\.signal), file: file, line: line) }

  /// Emits each value of this signal together with the latest values of all sources in an array, in its order. They may be
  /// of different types: properties, inputs and signals.
  @inlinable
  public func withLatest<Other: Sendable>(
    from others: [any SignalConvertible<Other>], file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<(Value, [Other])> { withLatest(from: others.map { $0.signal }, file: file, line: line) }
}

extension Signal {
  @inlinable
  func accompanied<each Other: Sendable>(by others: repeat Signal<each Other>) -> Signal<(Value, repeat each Other)> {
    Signal<(Value, repeat each Other)> { downstream, connection in
      let join = Join<(Value, repeat each Other)>(downstream, connection)
      let inputs = LatestInputs<(Value, repeat each Other), repeat each Other>(
        repeat LatestInput<each Other, (Value, repeat each Other)>(join))
      let own = join.beginAccompanying(inputs.all, connection) { (value: Value) in
        if let others = inputs.values { (value, repeat each others) } else { nil }
      }
      guard let own else { return }
      inputs.listen(to: repeat each others)
      own.listen(to: self)
    }
  }
}

extension Join {
  /// Adds an input to the join, and makes the join emit the output for each value of that input and the others' latest
  /// values.
  ///
  /// Returns the new input, or nil if the connection is already cancelled.
  @inlinable
  func beginAccompanying<Own>(
    _ others: [JoinInput<Output>], _ connection: Connection, _ output: @escaping (Own) -> Output?
  ) -> QueueInput<Own, Output>? {
    let own = QueueInput<Own, Output>(self)
    let isConnected = begin(connection, others + [own]) { join, isCommitting in
      if isCommitting {
        own.commit()
        if join.listsStaged {
          join.commitListed { $0.commit() }
        } else {
          for other in others { other.commit() }
        }
        join.endStaging()
      }
      // The values of a turn in which its own signal fails come before that failure.
      if join.hasEnds, join.failIfInputFailed(except: own) { return }
      // Only the owner changes the values, and the owner runs this loop, so none is added meanwhile.
      for value in own.values {
        guard join.isWanted else { break }
        if let output = output(value) { join.emit(output) }
      }
      own.values.removeAll(keepingCapacity: true)
      if join.hasEnds, let end = own.end { join.finish(end) }
    }
    return isConnected ? own : nil
  }
}
