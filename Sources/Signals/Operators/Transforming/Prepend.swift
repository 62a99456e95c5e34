extension Signal {
  /// Passes on the values as they are listed, and only then subscribes to this signal.
  ///
  /// ![A marble diagram of prepend](prepend)
  ///
  /// The values come within the subscribing call. What this signal sends in the meantime is missed.
  ///
  /// ```swift
  /// let status = changes.prepend("starting")
  /// ```
  @inlinable
  public func prepend(_ values: Value..., file: StaticString = #fileID, line: UInt = #line) -> Signal {
    prepend(contentsOf: values).seen(as: "prepend", file, line)
  }

  /// Passes on the elements of a sequence, and only then subscribes to this signal.
  ///
  /// ![A marble diagram of prepend](prepend)
  ///
  /// ```swift
  /// let log = newLines.prepend(contentsOf: oldLines)
  /// ```
  @inlinable
  public func prepend(
    contentsOf sequence: some Sequence<Value> & Sendable, file: StaticString = #fileID, line: UInt = #line
  ) -> Signal {
    Signal { downstream, line in
      for value in sequence {
        guard line.isOpen, downstream.deliver(value) else { return }
      }
      if line.isOpen { attach(downstream, line) }
    }.seen(as: "prepend", file, line)
  }
}
