/// Passes on one signal after the other: each is subscribed to when the one before has finished.
///
/// ![A marble diagram of concat](concat)
///
/// It finishes with the last, and fails as soon as one fails: those after it are not subscribed to.
///
/// ```swift
/// let all = concat(cachedPages, freshPages)
/// ```
public func concat<Value>(_ signals: Signal<Value>..., file: StaticString = #fileID, line: UInt = #line) -> Signal<
  Value
> { concat(signals).seen(as: "concat", file, line) }

/// Passes on the signals of a collection one after the other: see `concat(_:)`. With none it finishes at once.
public func concat<Value>(_ signals: some Sequence<Signal<Value>>, file: StaticString = #fileID, line: UInt = #line)
  -> Signal<Value>
{
  Signal.from(Array(signals)).flatMap(.concat) { $0 }.seen(as: "concat", file, line)
}

extension Signal {
  /// Passes on this signal, and another when this one has finished: see `concat(_:)`.
  ///
  /// ![A marble diagram of append, signal](append-signal)
  @_disfavoredOverload
  public func append(_ other: Signal, file: StaticString = #fileID, line: UInt = #line) -> Signal {
    concat(self, other).seen(as: "append", file, line)
  }

  /// Passes on another signal, and this one when that has finished: see `concat(_:)`.
  ///
  /// ![A marble diagram of prepend, signal](prepend-signal)
  @_disfavoredOverload
  public func prepend(_ other: Signal, file: StaticString = #fileID, line: UInt = #line) -> Signal {
    concat(other, self).seen(as: "prepend", file, line)
  }
}
