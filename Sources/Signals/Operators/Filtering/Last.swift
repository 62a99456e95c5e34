extension Signal {
  /// Passes on the last value, at the finish. Without a value there is only the finish; a failure comes without it.
  ///
  /// ![A marble diagram of last](last)
  ///
  /// ```swift
  /// let closing = prices.last()
  /// ```
  public func last(file: StaticString = #fileID, line: UInt = #line) -> Signal {
    keeping { _, _ in true }.seen(as: "last", file, line)
  }

  /// Passes on the last value for which `isWanted` answers true, at the finish. If `isWanted` throws, the signal fails
  /// with that error.
  ///
  /// ![A marble diagram of last, where](last-where)
  ///
  /// ```swift
  /// let lastSale = ledger.last { $0.amount > 0 }
  /// ```
  public func last(
    where isWanted: @escaping @Sendable (Value) throws -> Bool, file: StaticString = #fileID, line: UInt = #line
  ) -> Signal {
    keeping { value, _ in try isWanted(value) }.seen(as: "last", file, line)
  }

  /// Keeps the first value and then each that replaces the one which is kept, and passes on the one that is left at the
  /// finish, if there is one.
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
