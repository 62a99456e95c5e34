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
) -> Signal<Value> { Signal.from(signals).flatMap(.concat) { $0 }.labeled("concat", file, line) }

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
