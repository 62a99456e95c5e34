extension Signal {
  /// Emits the elements of a sequence, then finishes.
  @inlinable
  static func emitting(_ sequence: some Sequence<Value> & Sendable) -> Signal {
    Signal { downstream, connection in
      for value in sequence {
        guard connection.isOpen, downstream.deliver(value) else { return }
      }
      if connection.isOpen { downstream.end(.finished) }
    }
  }
}

// The generic functions are disfavored: `SequencesOfLiterals.swift` has the same ones for the types of literals.
extension SignalConvertible {
  /// Emits the elements of a sequence, then finishes: anew for each subscription, and within the subscribing call (C2).
  ///
  /// ![A marble diagram of from](from)
  ///
  /// ```swift
  /// let countdown = Signal.from((1...3).reversed())
  /// ```
  @_disfavoredOverload
  @inlinable
  public static func from<Output: Sendable>(
    _ sequence: some Sequence<Output> & Sendable, file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Output> where Self == Signal<Output> {
    Signal<Output>.emitting(sequence).labeled("from", file, line, kind: .source)
  }

  /// Emits the given values, in their order, then finishes.
  ///
  /// ![A marble diagram of of](of)
  @_disfavoredOverload
  @inlinable
  public static func of<Output: Sendable>(_ values: Output..., file: StaticString = #fileID, line: UInt = #line)
    -> Signal<Output> where Self == Signal<Output>
  {
    Signal<Output>.emitting(values).labeled("of", file, line, kind: .source)
  }

  /// Emits one value, then finishes.
  ///
  /// ![A marble diagram of just](just)
  @_disfavoredOverload
  @inlinable
  public static func just<Output: Sendable>(_ value: Output, file: StaticString = #fileID, line: UInt = #line)
    -> Signal<Output> where Self == Signal<Output>
  {
    Signal<Output>.emitting(CollectionOfOne(value)).labeled("just", file, line, kind: .source)
  }

  /// Finishes at once, without a value.
  ///
  /// ![A marble diagram of empty](empty)
  @inlinable
  public static func empty<Output: Sendable>(file: StaticString = #fileID, line: UInt = #line) -> Signal<Output>
  where Self == Signal<Output> {
    Signal<Output> { downstream, _ in downstream.end(.finished) }.labeled("empty", file, line, kind: .source)
  }

  /// Emits neither a value nor an end.
  ///
  /// ![A marble diagram of never](never)
  @inlinable
  public static func never<Output: Sendable>(file: StaticString = #fileID, line: UInt = #line) -> Signal<Output>
  where Self == Signal<Output> {
    Signal<Output> { _, _ in }.labeled("never", file, line, kind: .source)
  }

  /// Fails at once, without a value.
  ///
  /// ![A marble diagram of failed](failed)
  @inlinable
  public static func failed<Output: Sendable>(_ error: any Error, file: StaticString = #fileID, line: UInt = #line)
    -> Signal<Output> where Self == Signal<Output>
  {
    Signal<Output> { downstream, _ in downstream.end(.failed(error)) }.labeled("failed", file, line, kind: .source)
  }
}
