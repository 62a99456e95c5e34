// Besides the variadic overload, two to five inputs have overloads of their own. A pack overtaxes the compiler: with it,
// a closure that uses `$0.1`, or that adds and multiplies the values, doesn't compile.

/// Emits the latest values of all signals whenever one of them has a new value, once every signal has had one.
///
/// ![A marble diagram of combineLatest](combineLatest)
///
/// ![A marble diagram of combineLatest, diamond](combineLatest-diamond)
///
/// ![A marble diagram of combineLatest, end](combineLatest-end)
///
/// If one turn reaches several of the signals, the result emits once for that turn, after all of them, and never mixes
/// old and new values (C10). If a signal fails, the result fails and emits nothing else for that turn. It finishes when
/// all signals have finished, or at once when a signal finishes without a value.
///
/// ```swift
/// let fullName = combineLatest(first, last).map { first, last in "\(first) \(last)" }
/// ```
@inlinable
public func combineLatest<First: Sendable, Second: Sendable>(
  _ first: some SignalConvertible<First>, _ second: some SignalConvertible<Second>,
  file: StaticString = #fileID, line: UInt = #line
) -> Signal<(First, Second)> {
  Signal { [first = first.signal, second = second.signal] downstream, connection in
    let join = Join(downstream, connection)
    let a = LatestInput<First, (First, Second)>(join)
    let b = LatestInput<Second, (First, Second)>(join)
    let isConnected = join.begin(connection, [a, b]) { join, isCommitting in
      if isCommitting {
        a.commit()
        b.commit()
        join.endStaging()
      }
      join.combine { if let a = a.value, let b = b.value { (a, b) } else { nil } }
    }
    guard isConnected else { return }
    a.listen(to: first)
    b.listen(to: second)
  }.labeled("combineLatest", file, line)
}

/// Emits the latest values of three signals whenever one of them has a new value: see
/// ``combineLatest(_:_:file:line:)``.
///
/// ![A marble diagram of combineLatest](combineLatest)
@inlinable
public func combineLatest<First: Sendable, Second: Sendable, Third: Sendable>(
  _ first: some SignalConvertible<First>, _ second: some SignalConvertible<Second>,
  _ third: some SignalConvertible<Third>,
  file: StaticString = #fileID, line: UInt = #line
) -> Signal<(First, Second, Third)> {
  Signal { [first = first.signal, second = second.signal, third = third.signal] downstream, connection in
    let join = Join(downstream, connection)
    let a = LatestInput<First, (First, Second, Third)>(join)
    let b = LatestInput<Second, (First, Second, Third)>(join)
    let c = LatestInput<Third, (First, Second, Third)>(join)
    let isConnected = join.begin(connection, [a, b, c]) { join, isCommitting in
      if isCommitting {
        a.commit()
        b.commit()
        c.commit()
        join.endStaging()
      }
      join.combine { if let a = a.value, let b = b.value, let c = c.value { (a, b, c) } else { nil } }
    }
    guard isConnected else { return }
    a.listen(to: first)
    b.listen(to: second)
    c.listen(to: third)
  }.labeled("combineLatest", file, line)
}

/// Emits the latest values of four signals whenever one of them has a new value: see
/// ``combineLatest(_:_:file:line:)``.
///
/// ![A marble diagram of combineLatest](combineLatest)
@inlinable
public func combineLatest<First: Sendable, Second: Sendable, Third: Sendable, Fourth: Sendable>(
  _ first: some SignalConvertible<First>, _ second: some SignalConvertible<Second>,
  _ third: some SignalConvertible<Third>, _ fourth: some SignalConvertible<Fourth>,
  file: StaticString = #fileID, line: UInt = #line
) -> Signal<(First, Second, Third, Fourth)> {
  combiningLatest(first.signal, second.signal, third.signal, fourth.signal)
    .labeled("combineLatest", file, line)
}

/// Emits the latest values of five signals whenever one of them has a new value: see
/// ``combineLatest(_:_:file:line:)``.
///
/// ![A marble diagram of combineLatest](combineLatest)
@inlinable
public func combineLatest<First: Sendable, Second: Sendable, Third: Sendable, Fourth: Sendable, Fifth: Sendable>(
  _ first: some SignalConvertible<First>, _ second: some SignalConvertible<Second>,
  _ third: some SignalConvertible<Third>, _ fourth: some SignalConvertible<Fourth>,
  _ fifth: some SignalConvertible<Fifth>,
  file: StaticString = #fileID, line: UInt = #line
) -> Signal<(First, Second, Third, Fourth, Fifth)> {
  combiningLatest(first.signal, second.signal, third.signal, fourth.signal, fifth.signal)
    .labeled("combineLatest", file, line)
}

/// Emits the latest values of any number of signals whenever one of them has a new value: see
/// ``combineLatest(_:_:file:line:)``.
///
/// ![A marble diagram of combineLatest](combineLatest)
///
/// Without signals, the result finishes at once.
// Disfavored, as those of all lists but the array of signals: the type checker doesn't try each of these forms together with each
// form of the operators that follow in a chain.
@_disfavoredOverload
@inlinable
public func combineLatest<each Source: SignalConvertible>(
  _ sources: repeat each Source,
  file: StaticString = #fileID, line: UInt = #line
) -> Signal<(repeat (each Source).Value)> where repeat (each Source).Value: Sendable {
  combiningLatest(repeat (each sources).signal).labeled("combineLatest", file, line)
}

@inlinable
func combiningLatest<each Value: Sendable>(_ signals: repeat Signal<each Value>) -> Signal<(repeat each Value)> {
  Signal { downstream, connection in
    let join = Join<(repeat each Value)>(downstream, connection)
    let inputs = LatestInputs<(repeat each Value), repeat each Value>(
      repeat LatestInput<each Value, (repeat each Value)>(join))
    guard !inputs.all.isEmpty else { return downstream.end(.finished) }
    let isConnected = join.begin(connection, inputs.all) { join, isCommitting in
      if isCommitting {
        inputs.commit()
        join.endStaging()
      }
      join.combine { inputs.values }
    }
    guard isConnected else { return }
    inputs.listen(to: repeat each signals)
  }
}

/// Emits the result of `transform` for the latest values of two signals whenever one of them has a new value: see
/// ``combineLatest(_:_:file:line:)``. If `transform` throws, the signal fails with the thrown error.
///
/// ```swift
/// let fullName = combineLatest(model.$first, model.$last) { first, last in "\(first) \(last)" }
/// ```
@inlinable
public func combineLatest<First: Sendable, Second: Sendable, Output>(
  _ first: some SignalConvertible<First>, _ second: some SignalConvertible<Second>,
  transform: @escaping @Sendable (First, Second) throws -> Output,
  file: StaticString = #fileID, line: UInt = #line
) -> Signal<Output> {
  combineLatest(first, second).map { try transform($0.0, $0.1) }.labeled("combineLatest", file, line)
}

/// Emits the result of `transform` for the latest values of three signals whenever one of them has a new value: see
/// ``combineLatest(_:_:transform:file:line:)``.
@inlinable
public func combineLatest<First: Sendable, Second: Sendable, Third: Sendable, Output>(
  _ first: some SignalConvertible<First>, _ second: some SignalConvertible<Second>,
  _ third: some SignalConvertible<Third>, transform: @escaping @Sendable (First, Second, Third) throws -> Output,
  file: StaticString = #fileID, line: UInt = #line
) -> Signal<Output> {
  combineLatest(first, second, third).map { try transform($0.0, $0.1, $0.2) }.labeled("combineLatest", file, line)
}

/// Emits the result of `transform` for the latest values of four signals whenever one of them has a new value: see
/// ``combineLatest(_:_:transform:file:line:)``.
@inlinable
public func combineLatest<First: Sendable, Second: Sendable, Third: Sendable, Fourth: Sendable, Output>(
  _ first: some SignalConvertible<First>, _ second: some SignalConvertible<Second>,
  _ third: some SignalConvertible<Third>, _ fourth: some SignalConvertible<Fourth>,
  transform: @escaping @Sendable (First, Second, Third, Fourth) throws -> Output,
  file: StaticString = #fileID, line: UInt = #line
) -> Signal<Output> {
  combineLatest(first, second, third, fourth)
    .map { try transform($0.0, $0.1, $0.2, $0.3) }.labeled("combineLatest", file, line)
}

/// Emits the result of `transform` for the latest values of five signals whenever one of them has a new value: see
/// ``combineLatest(_:_:transform:file:line:)``.
@inlinable
public func combineLatest<
  First: Sendable, Second: Sendable, Third: Sendable, Fourth: Sendable, Fifth: Sendable, Output
>(
  _ first: some SignalConvertible<First>, _ second: some SignalConvertible<Second>,
  _ third: some SignalConvertible<Third>, _ fourth: some SignalConvertible<Fourth>,
  _ fifth: some SignalConvertible<Fifth>,
  transform: @escaping @Sendable (First, Second, Third, Fourth, Fifth) throws -> Output,
  file: StaticString = #fileID, line: UInt = #line
) -> Signal<Output> {
  combineLatest(first, second, third, fourth, fifth)
    .map { try transform($0.0, $0.1, $0.2, $0.3, $0.4) }.labeled("combineLatest", file, line)
}

/// Emits the result of `transform` for the latest values of six signals whenever one of them has a new value: see
/// ``combineLatest(_:_:transform:file:line:)``.
@inlinable
public func combineLatest<
  First: Sendable, Second: Sendable, Third: Sendable, Fourth: Sendable, Fifth: Sendable, Sixth: Sendable, Output
>(
  _ first: some SignalConvertible<First>, _ second: some SignalConvertible<Second>,
  _ third: some SignalConvertible<Third>, _ fourth: some SignalConvertible<Fourth>,
  _ fifth: some SignalConvertible<Fifth>, _ sixth: some SignalConvertible<Sixth>,
  transform: @escaping @Sendable (First, Second, Third, Fourth, Fifth, Sixth) throws -> Output,
  file: StaticString = #fileID, line: UInt = #line
) -> Signal<Output> {
  combineLatest(first, second, third, fourth, fifth, sixth)
    .map { try transform($0.0, $0.1, $0.2, $0.3, $0.4, $0.5) }.labeled("combineLatest", file, line)
}

/// Emits the result of `transform` for the latest values of any number of signals whenever one of them has a new value:
/// see ``combineLatest(_:_:transform:file:line:)``.
// Disfavored, so that two to six signals use the functions above, whose closures are specialised.
@_disfavoredOverload
@inlinable
public func combineLatest<each Source: SignalConvertible, Output>(
  _ sources: repeat each Source, transform: @escaping @Sendable (repeat (each Source).Value) throws -> Output,
  file: StaticString = #fileID, line: UInt = #line
) -> Signal<Output> where repeat (each Source).Value: Sendable {
  combiningLatest(repeat (each sources).signal).applying(transform).labeled("combineLatest", file, line)
}

extension Signal {
  /// Calls `transform` with the elements of each tuple.
  @inlinable
  func applying<each Element: Sendable, Output>(
    _ transform: @escaping @Sendable (repeat each Element) throws -> Output
  ) -> Signal<Output> where Value == (repeat each Element) {
    map { (elements: (repeat each Element)) in try transform(repeat each elements) }
  }
}

/// Emits the latest values of all signals of an array, in its order, whenever one of them has a new value: see
/// ``combineLatest(_:_:file:line:)``.
///
/// If the array is empty, the result finishes at once.
@inlinable
public func combineLatest<Value: Sendable>(
  _ signals: [Signal<Value>], file: StaticString = #fileID, line: UInt = #line
) -> Signal<[Value]> {
  Signal { downstream, connection in
    guard !signals.isEmpty else { return downstream.end(.finished) }
    let join = Join(downstream, connection)
    join.listsStaged = true
    let inputs = signals.map { _ in LatestInput<Value, [Value]>(join) }
    // The number of inputs that have a value, up to the first one without.
    var complete = 0
    let isConnected = join.begin(connection, inputs) { join, isCommitting in
      if isCommitting {
        // All inputs are of this class, whose method is compiled for the type of the values here.
        join.commitListed { unsafe unsafeDowncast($0, to: LatestInput<Value, [Value]>.self).commit() }
        join.endStaging()
      }
      join.combine {
        // No value goes away again.
        while complete < inputs.count, inputs[complete].value != nil { complete += 1 }
        guard complete == inputs.count else { return nil }
        var values: [Value] = []
        values.reserveCapacity(inputs.count)
        for input in inputs { if let value = input.value { values.append(value) } }
        return values
      }
    }
    guard isConnected else { return }
    for (input, signal) in zip(inputs, signals) { input.listen(to: signal) }
  }.labeled("combineLatest", file, line)
}

/// Emits the result of `transform` for the latest values of all signals of an array, in its order. If `transform` throws,
/// the signal fails with the thrown error.
///
/// ```swift
/// let total = combineLatest(rows.map(\.price)) { prices in prices.reduce(0, +) }
/// ```
@inlinable
public func combineLatest<Value: Sendable, Output>(
  _ signals: [Signal<Value>], transform: @escaping @Sendable ([Value]) throws -> Output,
  file: StaticString = #fileID, line: UInt = #line
) -> Signal<Output> {
  combineLatest(signals, file: file, line: line).map(transform, file: file, line: line)
}

/// Emits the latest values of all sources of a collection, in its order, whenever one of them has a new value.
@_disfavoredOverload
@inlinable
public func combineLatest<Value: Sendable>(
  _ sources: some Sequence<some SignalConvertible<Value>>, file: StaticString = #fileID, line: UInt = #line
) -> Signal<[Value]> { combineLatest(sources.map(\.signal), file: file, line: line) }

/// Emits the result of `transform` for the latest values of all sources of a collection, in its order. If `transform` throws,
/// the signal fails with the thrown error.
@inlinable
@_disfavoredOverload
public func combineLatest<Value: Sendable, Output>(
  _ sources: some Sequence<some SignalConvertible<Value>>, transform: @escaping @Sendable ([Value]) throws -> Output,
  file: StaticString = #fileID, line: UInt = #line
) -> Signal<Output> { combineLatest(sources.map(\.signal), transform: transform, file: file, line: line) }

/// Emits the latest values of all sources in an array, in its order, whenever one of them has a new value.
/// They may be of different types: properties, inputs and signals.
@inlinable
public func combineLatest<Value: Sendable>(
  _ sources: [any SignalConvertible<Value>], file: StaticString = #fileID, line: UInt = #line
) -> Signal<[Value]> { combineLatest(sources.map { $0.signal }, file: file, line: line) }

/// Emits the result of `transform` for the latest values of all sources in an array, which may be of different types. If
/// `transform` throws, the signal fails with the thrown error.
@inlinable
public func combineLatest<Value: Sendable, Output>(
  _ sources: [any SignalConvertible<Value>], transform: @escaping @Sendable ([Value]) throws -> Output,
  file: StaticString = #fileID, line: UInt = #line
) -> Signal<Output> { combineLatest(sources.map { $0.signal }, transform: transform, file: file, line: line) }

extension SignalConvertible where Value: Sendable {
  /// Emits the latest values of this signal and another whenever one of them has a new value: see
  /// ``combineLatest(_:_:file:line:)``.
  @inlinable
  public func combineLatest<Other: Sendable>(
    _ other: some SignalConvertible<Other>, file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<
    (Value, Other)
  > {
    Signals.combineLatest(signal, other).labeled("combineLatest", file, line)
  }

  /// Emits the result of `transform` for the latest values of this signal and another whenever one of them has a new
  /// value: see ``combineLatest(_:_:transform:file:line:)``.
  @inlinable
  public func combineLatest<Other: Sendable, Output>(
    _ other: some SignalConvertible<Other>, transform: @escaping @Sendable (Value, Other) throws -> Output,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Output> {
    Signals.combineLatest(signal, other, transform: transform).labeled("combineLatest", file, line)
  }
}

extension Join {
  /// Emits the output if there is a new value and every input has one, then finishes if the inputs' ends require it.
  @inlinable
  func combine(_ output: () -> Output?) {
    if hasEnds, failIfInputFailed() { return }
    if hasNewValue {
      hasNewValue = false
      if let output = output() { emit(output) }
    }
    if hasEnds { finishIfOver() }
  }

  @usableFromInline
  func finishIfOver() { if hasEmptyEnd || endCount == currentInputs.count { finish(.finished) } }
}
