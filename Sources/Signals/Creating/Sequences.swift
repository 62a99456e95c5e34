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
  @inlinable
  public static func of<Output: Sendable>(_ values: Output..., file: StaticString = #fileID, line: UInt = #line)
    -> Signal<Output> where Self == Signal<Output>
  {
    Signal<Output>.emitting(values).labeled("of", file, line, kind: .source)
  }

  /// Emits one value, then finishes.
  ///
  /// ![A marble diagram of just](just)
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

// The type checker tries these two first. With the generic function alone it would combine every type that the bounds can have with
// every form of the operators that follow, and give up a chain such as
// `Signal.from(1...10).map { $0 * 2 }.filter { $0 % 3 == 0 }.map { Double($0) / 2 }`.
extension SignalConvertible where Self == Signal<Int> {
  /// Emits the integers of a range, then finishes.
  @_documentation(visibility: internal)
  @inlinable
  public static func from(_ range: Range<Int>, file: StaticString = #fileID, line: UInt = #line) -> Self {
    Self.emitting(range).labeled("from", file, line, kind: .source)
  }

  /// Emits the integers of a range, then finishes.
  @_documentation(visibility: internal)
  @inlinable
  public static func from(_ range: ClosedRange<Int>, file: StaticString = #fileID, line: UInt = #line) -> Self {
    Self.emitting(range).labeled("from", file, line, kind: .source)
  }
}
