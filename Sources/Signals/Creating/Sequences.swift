extension Signal {
  /// Emits the elements of a sequence, then finishes: anew for each subscription, and within the subscribing call (C2).
  ///
  /// ![A marble diagram of from](from)
  ///
  /// ```swift
  /// let countdown = Signal.from((1...3).reversed())
  /// ```
  @inlinable
  public static func from(_ sequence: some Sequence<Value> & Sendable, file: StaticString = #fileID, line: UInt = #line)
    -> Signal
  {
    Signal { downstream, connection in
      for value in sequence {
        guard connection.isOpen, downstream.deliver(value) else { return }
      }
      if connection.isOpen { downstream.end(.finished) }
    }.labeled("from", file, line, kind: .source)
  }

  /// Emits the given values, in their order, then finishes.
  ///
  /// ![A marble diagram of of](of)
  @inlinable
  public static func of(_ values: Value..., file: StaticString = #fileID, line: UInt = #line) -> Signal {
    from(values).labeled("of", file, line, kind: .source)
  }

  /// Emits one value, then finishes.
  ///
  /// ![A marble diagram of just](just)
  @inlinable
  public static func just(_ value: Value, file: StaticString = #fileID, line: UInt = #line) -> Signal {
    from(CollectionOfOne(value)).labeled("just", file, line, kind: .source)
  }

  /// Finishes at once, without a value.
  ///
  /// ![A marble diagram of empty](empty)
  @inlinable
  public static func empty(file: StaticString = #fileID, line: UInt = #line) -> Signal {
    Signal { downstream, _ in downstream.end(.finished) }.labeled("empty", file, line, kind: .source)
  }

  /// Emits neither a value nor an end.
  ///
  /// ![A marble diagram of never](never)
  @inlinable
  public static func never(file: StaticString = #fileID, line: UInt = #line) -> Signal {
    Signal { _, _ in }.labeled("never", file, line, kind: .source)
  }

  /// Fails at once, without a value.
  ///
  /// ![A marble diagram of failed](failed)
  @inlinable
  public static func failed(_ error: any Error, file: StaticString = #fileID, line: UInt = #line) -> Signal {
    Signal { downstream, _ in downstream.end(.failed(error)) }.labeled("failed", file, line, kind: .source)
  }
}
