/// Emits the values of one signal after the other, subscribing to each when the one before it has finished.
///
/// ![A marble diagram of concat](concat)
///
/// The result finishes with the last signal. It fails as soon as one signal fails, and doesn't subscribe to those after
/// it.
///
/// ```swift
/// let all = concat(cachedPages, freshPages)
/// ```
public func concat<Value: Sendable>(_ signals: Signal<Value>..., file: StaticString = #fileID, line: UInt = #line)
  -> Signal<
    Value
  >
{ concat(signals).labeled("concat", file, line) }

/// Emits the values of one signal after the other, of properties too: see `concat(_:)`.
@_disfavoredOverload
public func concat<Value: Sendable>(
  _ sources: any SignalConvertible<Value>..., file: StaticString = #fileID, line: UInt = #line
) -> Signal<Value> { concat(sources.map { $0.signal }).labeled("concat", file, line) }

/// Emits the values of the signals of an array, one signal after the other: see `concat(_:)`. If the array is empty, the
/// result finishes at once.
public func concat<Value: Sendable>(
  _ signals: [Signal<Value>], file: StaticString = #fileID, line: UInt = #line
) -> Signal<Value> {
  Signal<Value> { downstream, connection in
    let context = OperatorContext(Concatenation<Value>(), downstream, connection)
    guard connection.connect(to: context) else { return }
    context.begin(signals, connection)
  }.labeled("concat", file, line)
}

/// Emits the values of the sources of a collection, one source after the other: see `concat(_:)`.
// Disfavored, so that the type checker takes an array of signals at once: see `combineLatest`.
@_disfavoredOverload
public func concat<Value: Sendable>(
  _ sources: some Sequence<some SignalConvertible<Value>>, file: StaticString = #fileID, line: UInt = #line
) -> Signal<Value> { concat(sources.map(\.signal), file: file, line: line) }

/// Emits the values of the sources in an array, one after the other. They may be of different types:
/// properties, inputs and signals.
///
/// ```swift
/// let all = concat([cached, pages, Signal.just(last)])
/// ```
public func concat<Value: Sendable>(
  _ sources: [any SignalConvertible<Value>], file: StaticString = #fileID, line: UInt = #line
) -> Signal<Value> { concat(sources.map { $0.signal }).labeled("concat", file, line) }

extension SignalConvertible where Value: Sendable {
  /// Emits the values of this signal, then those of another when this one has finished: see `concat(_:)`.
  ///
  /// ![A marble diagram of append, signal](append-signal)
  @_disfavoredOverload
  public func append(_ other: some SignalConvertible<Value>, file: StaticString = #fileID, line: UInt = #line)
    -> Signal<Value>
  {
    concat(signal, other.signal).labeled("append", file, line)
  }

  /// Emits the values of another signal, then those of this one when the other has finished: see `concat(_:)`.
  ///
  /// ![A marble diagram of prepend, signal](prepend-signal)
  @_disfavoredOverload
  public func prepend(_ other: some SignalConvertible<Value>, file: StaticString = #fileID, line: UInt = #line)
    -> Signal<Value>
  {
    concat(other.signal, signal).labeled("prepend", file, line)
  }
}

private struct Concatenation<Value: Sendable> {
  /// Whether the subscribing call is still under way.
  var isBeginning = true
  /// Whether the signal that was subscribed to last has finished within that call.
  var hasFinished = false
  /// The signals that are left after that call.
  var remaining: ArraySlice<Signal<Value>> = []
}

extension OperatorContext {
  /// Subscribes to one signal after the other for as long as each finishes at once.
  ///
  /// The owner doesn't do that: it would be in the course of an event, and the values would belong to that (C10).
  fileprivate func begin(_ signals: [Signal<Output>], _ connection: Connection) where State == Concatenation<Output> {
    for index in signals.indices {
      let input = makeInput()
      // A cancellation before `makeInput` did not know the input.
      guard connection.isOpen else { return drop(input) }
      listen(to: signals[index], by: input) { context, event in try context.concatenate(event) }
      guard hasFinishedAtOnce(remaining: signals[(index + 1)...]) else { return }
    }
    enter { context in context.finish(.finished) }
  }

  /// Whether the signal has finished already. If not, the following one waits for its finish.
  private func hasFinishedAtOnce(remaining: ArraySlice<Signal<Output>>) -> Bool where State == Concatenation<Output> {
    let thread = currentThread()
    guard tryOwn(thread) else {
      // Another thread is delivering an event of it.
      enter { context in
        context.endBeginning(remaining)
        if context.state.hasFinished { context.goOn() }
      }
      return false
    }
    // After the end or a cancellation, the state is released already.
    let goesOn = isOpen && state.hasFinished
    if goesOn { state.hasFinished = false } else if isOpen { endBeginning(remaining) }
    leave(thread)
    return goesOn
  }

  private func endBeginning(_ remaining: ArraySlice<Signal<Output>>) where State == Concatenation<Output> {
    state.isBeginning = false
    state.remaining = remaining
  }

  private func concatenate(_ event: Event<Output>) throws where State == Concatenation<Output> {
    switch event {
    case .value(let value): pass(value)
    case .end(.failed(let error)): throw error
    case .end(.finished) where state.isBeginning: state.hasFinished = true
    case .end(.finished): goOn()
    }
  }

  private func goOn() where State == Concatenation<Output> {
    guard let next = state.remaining.popFirst() else { return finish(.finished) }
    subscribe(to: next) { context, event in try context.concatenate(event) }
  }
}
