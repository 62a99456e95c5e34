extension Signal {
  /// The elements of a sequence, then the finish; anew for each subscription, and within the subscribing call (C2).
  ///
  /// ```swift
  /// let countdown = Signal.from((1...3).reversed())
  /// ```
  @inlinable
  public static func from(_ sequence: some Sequence<Value> & Sendable) -> Signal {
    Signal { downstream, line in
      for value in sequence {
        guard line.isOpen, downstream.deliver(value) else { return }
      }
      if line.isOpen { downstream.end(.finished) }
    }
  }

  /// The values as they are listed, then the finish.
  @inlinable
  public static func of(_ values: Value...) -> Signal { from(values) }

  /// One value, then the finish.
  @inlinable
  public static func just(_ value: Value) -> Signal { from(CollectionOfOne(value)) }

  /// No value: the finish at once.
  @inlinable
  public static func empty() -> Signal { Signal { downstream, _ in downstream.end(.finished) } }

  /// Neither a value nor an end.
  @inlinable
  public static func never() -> Signal { Signal { _, _ in } }

  /// No value: the failure at once.
  @inlinable
  public static func failed(_ error: any Error) -> Signal {
    Signal { downstream, _ in downstream.end(.failed(error)) }
  }
}
