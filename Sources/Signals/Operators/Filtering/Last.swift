extension SignalConvertible where Value: Sendable {
  /// Emits the last value at the finish. Without a value, only the finish is passed on. A failure is passed on without
  /// a value.
  ///
  /// ![A marble diagram of last](last)
  ///
  /// ```swift
  /// let closing = prices.last()
  /// ```
  public func last(file: StaticString = #fileID, line: UInt = #line) -> Signal<Value> {
    signal.keeping { _, _ in true }.labeled("last", file, line)
  }

  /// Emits the last value for which `isWanted` returns true, at the finish. If `isWanted` throws, the signal fails with
  /// the thrown error.
  ///
  /// ![A marble diagram of last, where](last-where)
  ///
  /// ```swift
  /// let lastSale = ledger.last { $0.amount > 0 }
  /// ```
  public func last(
    where isWanted: @escaping @Sendable (Value) throws -> Bool, file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Value> {
    signal.keeping { value, _ in try isWanted(value) }.labeled("last", file, line)
  }
}

extension Signal {
  /// Keeps each value that replaces the one kept so far, nil at first, and emits the kept value at the finish, if there
  /// is one.
  func keeping(
    _ replaces: @escaping @Sendable (_ value: Value, _ kept: Value?) throws -> Bool
  ) -> Signal {
    stage(Value?.none) { kept, value, _ in
      if try replaces(value, kept) { kept = value }
    } atEnd: { kept, end, downstream in
      downstream.end(end, after: kept)
    }
  }
}
