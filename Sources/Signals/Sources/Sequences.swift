extension Signal {
  /// The elements of a sequence, then the finish; anew for each subscription, and within the subscribing call (C2).
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
    Signal { downstream, line in
      for value in sequence {
        guard line.isOpen, downstream.deliver(value) else { return }
      }
      if line.isOpen { downstream.end(.finished) }
    }.seen(as: "from", file, line, kind: .source)
  }

  /// The values as they are listed, then the finish.
  ///
  /// ![A marble diagram of of](of)
  @inlinable
  public static func of(_ values: Value..., file: StaticString = #fileID, line: UInt = #line) -> Signal {
    from(values).seen(as: "of", file, line, kind: .source)
  }

  /// One value, then the finish.
  ///
  /// ![A marble diagram of just](just)
  @inlinable
  public static func just(_ value: Value, file: StaticString = #fileID, line: UInt = #line) -> Signal {
    from(CollectionOfOne(value)).seen(as: "just", file, line, kind: .source)
  }

  /// No value: the finish at once.
  ///
  /// ![A marble diagram of empty](empty)
  @inlinable
  public static func empty(file: StaticString = #fileID, line: UInt = #line) -> Signal {
    Signal { downstream, _ in downstream.end(.finished) }.seen(as: "empty", file, line, kind: .source)
  }

  /// Neither a value nor an end.
  ///
  /// ![A marble diagram of never](never)
  @inlinable
  public static func never(file: StaticString = #fileID, line: UInt = #line) -> Signal {
    Signal { _, _ in }.seen(as: "never", file, line, kind: .source)
  }

  /// No value: the failure at once.
  ///
  /// ![A marble diagram of failed](failed)
  @inlinable
  public static func failed(_ error: any Error, file: StaticString = #fileID, line: UInt = #line) -> Signal {
    Signal { downstream, _ in downstream.end(.failed(error)) }.seen(as: "failed", file, line, kind: .source)
  }
}
