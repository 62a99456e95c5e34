/// Emits the events of the signal that is the first to emit a value or an end, and cancels the others.
///
/// ![A marble diagram of race](race)
///
/// Without signals, the result finishes at once.
///
/// ```swift
/// let answer = race(nearServer.ask(), farServer.ask())
/// ```
public func race<Value: Sendable>(_ signals: Signal<Value>..., file: StaticString = #fileID, line: UInt = #line)
  -> Signal<Value>
{ race(signals).labeled("race", file, line) }

/// Emits the events of the first of several sources, properties among them, that has one: see `race(_:)`.
@_disfavoredOverload
public func race<Value: Sendable>(
  _ sources: any SignalConvertible<Value>..., file: StaticString = #fileID, line: UInt = #line
) -> Signal<Value> { race(sources.map { $0.signal }).labeled("race", file, line) }

/// Emits the events of the signal of an array that is the first to emit: see `race(_:)`.
public func race<Value: Sendable>(
  _ signals: [Signal<Value>], file: StaticString = #fileID, line: UInt = #line
) -> Signal<Value> {
  Signal { downstream, connection in
    guard !signals.isEmpty else { return downstream.end(.finished) }
    let context = OperatorContext([Connection](), downstream, connection)
    let inputs = context.makeInputs(signals.count)
    context.state = inputs
    guard connection.connect(to: context) else { return }
    for (signal, input) in Swift.zip(signals, inputs) {
      context.listen(to: signal, by: input) { context, event in
        let others = context.state
        context.state = []
        for other in others where other !== input { context.drop(other) }
        context.pass(event)
      }
    }
  }.labeled("race", file, line)
}

/// Emits the events of the source of a collection that is the first to emit: see `race(_:)`.
// Disfavored, so that the type checker takes an array of signals at once: see `combineLatest`.
@_disfavoredOverload
public func race<Value: Sendable>(
  _ sources: some Sequence<some SignalConvertible<Value>>, file: StaticString = #fileID, line: UInt = #line
) -> Signal<Value> { race(sources.map(\.signal), file: file, line: line) }

/// Emits the events of the first source in an array that has one. They may be of different types:
/// properties, inputs and signals.
///
/// ```swift
/// let answer = race([model.$answer, typed])
/// ```
public func race<Value: Sendable>(
  _ sources: [any SignalConvertible<Value>], file: StaticString = #fileID, line: UInt = #line
) -> Signal<Value> { race(sources.map { $0.signal }).labeled("race", file, line) }

extension SignalConvertible where Value: Sendable {
  /// Emits the events of the first signal to emit, among this one and others: see `race(_:)`.
  ///
  /// ![A marble diagram of race](race)
  public func race(
    with others: Signal<Value>..., file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Value> { Signals.race([signal] + others).labeled("race", file, line) }

  /// Emits the events of this signal or of another source, a property for example: of the one that has an event first.
  @_disfavoredOverload
  public func race(
    with others: any SignalConvertible<Value>..., file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Value> { Signals.race([signal] + others.map { $0.signal }).labeled("race", file, line) }
}
