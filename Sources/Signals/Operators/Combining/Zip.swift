/// Emits the first values of all signals together, then the second ones, and so on.
///
/// ![A marble diagram of zip](zip)
///
/// A value that arrives early waits for the others. The result finishes when a signal has finished and none of its
/// values waits, since nothing more can be paired with the others' values; it fails as soon as one signal fails.
///
/// ```swift
/// let answered = zip(questions, answers)
/// ```
// Disfavored, so that two and three signals use the functions below.
@_disfavoredOverload
@inlinable
public func zip<each Source: SignalConvertible>(
  _ sources: repeat each Source, file: StaticString = #fileID, line: UInt = #line
) -> Signal<(repeat (each Source).Value)> where repeat (each Source).Value: Sendable {
  zipping(repeat (each sources).signal).labeled("zip", file, line)
}

/// Emits the first values of two signals together, then the second ones, and so on: see
/// ``zip(_:file:line:)->Signal<((Source).Value)>``.
// Beside the pack, because a closure that uses `$0.1` doesn't compile with that. Not disfavored: beside the function of
// the standard library, the compiler would try the rest of the expression with both.
@inlinable
public func zip<First: Sendable, Second: Sendable>(
  _ first: some SignalConvertible<First>, _ second: some SignalConvertible<Second>,
  file: StaticString = #fileID, line: UInt = #line
) -> Signal<(First, Second)> {
  zipping(first.signal, second.signal).labeled("zip", file, line)
}

/// Pairs the elements of two observed collections, like the function of the standard library.
///
/// To emit their values together, use ``SignalConvertible/zip(with:file:line:)``.
// Without it, the compiler couldn't choose between that function and the one above.
@inlinable
public func zip<First: Sequence & SignalConvertible, Second: Sequence & SignalConvertible>(
  _ first: First, _ second: Second
) -> Zip2Sequence<First, Second> where First.Value: Sendable, Second.Value: Sendable { Swift.zip(first, second) }

/// Emits the first values of three signals together, then the second ones, and so on: see
/// ``zip(_:file:line:)->Signal<((Source).Value)>``.
@inlinable
public func zip<First: Sendable, Second: Sendable, Third: Sendable>(
  _ first: some SignalConvertible<First>, _ second: some SignalConvertible<Second>,
  _ third: some SignalConvertible<Third>,
  file: StaticString = #fileID, line: UInt = #line
) -> Signal<(First, Second, Third)> {
  zipping(first.signal, second.signal, third.signal).labeled("zip", file, line)
}

@inlinable
func zipping<each Value: Sendable>(_ signals: repeat Signal<each Value>) -> Signal<(repeat each Value)> {
  Signal { downstream, connection in
    let context = OperatorContext(Zipping<repeat each Value>?.none, downstream, connection)
    let progress = ZipProgress()
    let zipping = Zipping<repeat each Value>(repeat ZipInput<each Value>(context.makeInput(), progress))
    guard progress.missing > 0 else { return downstream.end(.finished) }
    context.state = zipping
    guard connection.connect(to: context) else { return }
    zipping.listen(context, to: repeat each signals)
  }
}

// Two and three signals have functions of their own, since the compiler makes no copy of a pack for the types of the values.

@inlinable
func zipping<First: Sendable, Second: Sendable>(
  _ first: Signal<First>, _ second: Signal<Second>
) -> Signal<(First, Second)> {
  typealias Inputs = (first: ZipInput<First>, second: ZipInput<Second>)
  return Signal { downstream, connection in
    let context = OperatorContext(Inputs?.none, downstream, connection)
    let progress = ZipProgress()
    let inputs: Inputs = (ZipInput(context.makeInput(), progress), ZipInput(context.makeInput(), progress))
    context.state = inputs
    guard connection.connect(to: context) else { return }
    context.listen(to: first, by: inputs.first.connection) { context, event in
      guard let (first, second) = context.state else { return }
      first.handle(event, context) { (first.takeFirst(), second.takeFirst()) }
    }
    context.listen(to: second, by: inputs.second.connection) { context, event in
      guard let (first, second) = context.state else { return }
      second.handle(event, context) { (first.takeFirst(), second.takeFirst()) }
    }
  }
}

@inlinable
func zipping<First: Sendable, Second: Sendable, Third: Sendable>(
  _ first: Signal<First>, _ second: Signal<Second>, _ third: Signal<Third>
) -> Signal<(First, Second, Third)> {
  typealias Inputs = (first: ZipInput<First>, second: ZipInput<Second>, third: ZipInput<Third>)
  return Signal { downstream, connection in
    let context = OperatorContext(Inputs?.none, downstream, connection)
    let progress = ZipProgress()
    let inputs: Inputs = (
      ZipInput(context.makeInput(), progress), ZipInput(context.makeInput(), progress),
      ZipInput(context.makeInput(), progress)
    )
    context.state = inputs
    guard connection.connect(to: context) else { return }
    context.listen(to: first, by: inputs.first.connection) { context, event in
      guard let (first, second, third) = context.state else { return }
      first.handle(event, context) { (first.takeFirst(), second.takeFirst(), third.takeFirst()) }
    }
    context.listen(to: second, by: inputs.second.connection) { context, event in
      guard let (first, second, third) = context.state else { return }
      second.handle(event, context) { (first.takeFirst(), second.takeFirst(), third.takeFirst()) }
    }
    context.listen(to: third, by: inputs.third.connection) { context, event in
      guard let (first, second, third) = context.state else { return }
      third.handle(event, context) { (first.takeFirst(), second.takeFirst(), third.takeFirst()) }
    }
  }
}

/// Emits the first values of all signals of an array together, in its order, then the second ones, and so on: see
/// ``zip(_:file:line:)->Signal<((Source).Value)>``.
///
/// If the array is empty, the result finishes at once.
@inlinable
public func zip<Value: Sendable>(
  _ signals: [Signal<Value>], file: StaticString = #fileID, line: UInt = #line
) -> Signal<[Value]> {
  Signal { downstream, connection in
    guard !signals.isEmpty else { return downstream.end(.finished) }
    let context = OperatorContext([ZipInput<Value>](), downstream, connection)
    let progress = ZipProgress()
    let inputs = signals.map { _ in ZipInput<Value>(context.makeInput(), progress) }
    context.state = inputs
    guard connection.connect(to: context) else { return }
    for (input, signal) in Swift.zip(inputs, signals) {
      context.listen(to: signal, by: input.connection) { context, event in
        input.handle(event, context) { inputs.map { $0.takeFirst() } }
      }
    }
  }.labeled("zip", file, line)
}

/// Emits the result of `transform` for the first values of all signals of an array, then for the second ones, and so on. If
/// `transform` throws, the signal fails with the thrown error.
///
/// ```swift
/// let rounds = zip(players.map(\.moves)) { moves in Round(moves) }
/// ```
@inlinable
public func zip<Value: Sendable, Output>(
  _ signals: [Signal<Value>], transform: @escaping @Sendable ([Value]) throws -> Output,
  file: StaticString = #fileID, line: UInt = #line
) -> Signal<Output> {
  zip(signals, file: file, line: line).map(transform, file: file, line: line)
}

/// Emits the first values of all sources of a collection together, in its order, then the second ones, and so on.
// Disfavored, so that the type checker takes an array of signals at once: see `combineLatest`.
@_disfavoredOverload
@inlinable
public func zip<Value: Sendable>(
  _ sources: some Sequence<some SignalConvertible<Value>>, file: StaticString = #fileID, line: UInt = #line
) -> Signal<[Value]> { zip(sources.map(\.signal), file: file, line: line) }

/// Emits the result of `transform` for the first values of all sources of a collection, then for the second ones, and so on. If
/// `transform` throws, the signal fails with the thrown error.
@_disfavoredOverload
@inlinable
public func zip<Value: Sendable, Output>(
  _ sources: some Sequence<some SignalConvertible<Value>>, transform: @escaping @Sendable ([Value]) throws -> Output,
  file: StaticString = #fileID, line: UInt = #line
) -> Signal<Output> { zip(sources.map(\.signal), transform: transform, file: file, line: line) }

/// Emits the first values of all sources in an array together, in its order, then the second ones, and so on.
/// They may be of different types: properties, inputs and signals.
@inlinable
public func zip<Value: Sendable>(
  _ sources: [any SignalConvertible<Value>], file: StaticString = #fileID, line: UInt = #line
) -> Signal<[Value]> { zip(sources.map { $0.signal }, file: file, line: line) }

/// Emits the result of `transform` for the first values of all sources in an array, which may be of different types, then
/// for the second ones, and so on. If `transform` throws, the signal fails with the thrown error.
@inlinable
public func zip<Value: Sendable, Output>(
  _ sources: [any SignalConvertible<Value>], transform: @escaping @Sendable ([Value]) throws -> Output,
  file: StaticString = #fileID, line: UInt = #line
) -> Signal<Output> { zip(sources.map { $0.signal }, transform: transform, file: file, line: line) }

/// Emits the result of `transform` for the first values of all signals, then for the second ones, and so on: see
/// ``zip(_:file:line:)->Signal<((Source).Value)>``. If `transform` throws, the signal fails with the thrown error.
///
/// ```swift
/// let pages = zip(titles, texts) { title, text in Page(title, text) }
/// ```
@_disfavoredOverload
@inlinable
public func zip<each Source: SignalConvertible, Output>(
  _ sources: repeat each Source, transform: @escaping @Sendable (repeat (each Source).Value) throws -> Output,
  file: StaticString = #fileID, line: UInt = #line
) -> Signal<Output> where repeat (each Source).Value: Sendable {
  zipping(repeat (each sources).signal).applying(transform).labeled("zip", file, line)
}

/// Emits the result of `transform` for the first values of two signals, then for the second ones, and so on: see
/// ``zip(_:transform:file:line:)-(Source,_,_,_)``.
@inlinable
public func zip<First: Sendable, Second: Sendable, Output>(
  _ first: some SignalConvertible<First>, _ second: some SignalConvertible<Second>,
  transform: @escaping @Sendable (First, Second) throws -> Output,
  file: StaticString = #fileID, line: UInt = #line
) -> Signal<Output> {
  zip(first, second).map { try transform($0.0, $0.1) }.labeled("zip", file, line)
}

/// Emits the result of `transform` for the first values of three signals, then for the second ones, and so on: see
/// ``zip(_:transform:file:line:)-(Source,_,_,_)``.
@inlinable
public func zip<First: Sendable, Second: Sendable, Third: Sendable, Output>(
  _ first: some SignalConvertible<First>, _ second: some SignalConvertible<Second>,
  _ third: some SignalConvertible<Third>, transform: @escaping @Sendable (First, Second, Third) throws -> Output,
  file: StaticString = #fileID, line: UInt = #line
) -> Signal<Output> {
  zip(first, second, third).map { try transform($0.0, $0.1, $0.2) }.labeled("zip", file, line)
}

extension SignalConvertible where Value: Sendable {
  /// Emits the first values of this signal and another together, then the second ones, and so on: see
  /// ``zip(_:file:line:)``.
  ///
  /// ```swift
  /// let pairs = left.zip(with: right)
  /// ```
  @inlinable
  public func zip<Other: Sendable>(
    with other: some SignalConvertible<Other>, file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<(Value, Other)> {
    Signals.zip(signal, other).labeled("zip", file, line)
  }

  /// Emits the result of `transform` for the first values of this signal and another, then for the second ones, and so
  /// on: see ``zip(_:transform:file:line:)-(Source,_,_,_)``.
  @inlinable
  public func zip<Other: Sendable, Output>(
    with other: some SignalConvertible<Other>, transform: @escaping @Sendable (Value, Other) throws -> Output,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Output> {
    zip(with: other).map { try transform($0.0, $0.1) }.labeled("zip", file, line)
  }

  /// Emits the first values of this signal and another together: ``zip(with:file:line:)`` without its label.
  @inlinable
  public func zip<Other: Sendable>(
    _ other: some SignalConvertible<Other>, file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<(Value, Other)> {
    zip(with: other).labeled("zip", file, line)
  }

  /// Emits the result of `transform` for the values of this signal and another: ``zip(with:transform:file:line:)``
  /// without its label.
  @inlinable
  public func zip<Other: Sendable, Output>(
    _ other: some SignalConvertible<Other>, transform: @escaping @Sendable (Value, Other) throws -> Output,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Output> {
    zip(with: other, transform: transform).labeled("zip", file, line)
  }
}

/// The state that all inputs of a zip share, so that a value costs the same for any number of inputs.
// Unchecked, because it belongs to the context's owner.
@usableFromInline
final class ZipProgress: @unchecked Sendable {
  /// The number of inputs at which no value waits.
  @usableFromInline var missing = 0
  /// Whether an input has ended and none of its values wait.
  @usableFromInline var isOver = false

  @usableFromInline
  init() {}
}

/// The values that wait at one input for the others.
// Unchecked for the same reason.
@usableFromInline
final class ZipInput<Value: Sendable>: @unchecked Sendable {
  @usableFromInline let connection: Connection
  @usableFromInline let progress: ZipProgress
  @usableFromInline var waiting = FIFO<Value>()
  @usableFromInline var hasEnded = false

  @inlinable
  init(_ connection: Connection, _ progress: ZipProgress) {
    self.connection = connection
    self.progress = progress
    progress.missing += 1
  }

  /// Handles an event, and passes on the tuple that `takeFirst` assembles if it is complete now.
  @inlinable
  func handle<State, Output>(
    _ event: Event<Value>, _ context: OperatorContext<State, Output>, takeFirst: () -> Output
  ) {
    switch event {
    case .value(let value):
      if waiting.isEmpty { progress.missing -= 1 }
      waiting.append(value)
      if progress.missing == 0 { context.pass(takeFirst()) }
    case .end(.finished):
      hasEnded = true
      if waiting.isEmpty { progress.isOver = true }
    case .end(let end): return context.finish(end)
    }
    if progress.isOver { context.finish(.finished) }
  }

  /// Removes and returns the oldest value. Called when no input is missing one.
  @inlinable
  func takeFirst() -> Value {
    guard let first = waiting.popFirst() else {
      preconditionFailure("takeFirst() was called on an input of zip without a waiting value.")
    }
    if waiting.isEmpty {
      progress.missing += 1
      if hasEnded { progress.isOver = true }
    }
    return first
  }
}

/// The inputs of a zip, each with values of its own type.
// Unchecked for the same reason.
@usableFromInline
final class Zipping<each Value: Sendable>: @unchecked Sendable {
  @usableFromInline let inputs: (repeat ZipInput<each Value>)

  @inlinable
  init(_ inputs: repeat ZipInput<each Value>) { self.inputs = (repeat each inputs) }

  @inlinable
  func listen(_ context: OperatorContext<Zipping?, (repeat each Value)>, to signals: repeat Signal<each Value>) {
    repeat listen(context, to: each signals, each inputs)
  }

  @inlinable
  func listen<One: Sendable>(
    _ context: OperatorContext<Zipping?, (repeat each Value)>, to signal: Signal<One>, _ input: ZipInput<One>
  ) {
    context.listen(to: signal, by: input.connection) { context, event in
      // The context keeps the inputs until the end.
      guard let zipping = context.state else { return }
      input.handle(event, context) { zipping.takeFirst() }
    }
  }

  @inlinable
  func takeFirst() -> (repeat each Value) { (repeat (each inputs).takeFirst()) }
}
