extension SignalConvertible where Value: Sendable {
  /// Emits `replacement` at the finish if there was no value. A failure without a value is passed on unchanged.
  ///
  /// ![A marble diagram of replaceEmpty](replaceEmpty)
  ///
  /// ```swift
  /// let results = search.replaceEmpty(with: "nothing found")
  /// ```
  public func replaceEmpty(with replacement: Value, file: StaticString = #fileID, line: UInt = #line) -> Signal<Value> {
    signal.stage(true) { isEmpty, value, downstream in
      isEmpty = false
      downstream.deliver(value)
    } atEnd: { isEmpty, end, downstream in
      downstream.end(end, after: isEmpty ? replacement : nil)
    }.labeled("replaceEmpty", file, line)
  }
}
