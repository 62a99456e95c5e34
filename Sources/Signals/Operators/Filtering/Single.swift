/// The reason why ``SignalConvertible/single(file:line:)`` failed.
public enum SingleError: Error, Hashable {
  /// The signal finished without a value.
  case noValue
  /// A second value arrived.
  case moreThanOneValue
}

extension SignalConvertible where Value: Sendable {
  /// Emits the only value at the finish.
  ///
  /// ![A marble diagram of single](single)
  ///
  /// ![A marble diagram of single, failing](single-failing)
  ///
  /// Unless there is exactly one value, the result fails with a ``SingleError``: at once at the second value, which
  /// cancels the upstream subscription, or at a finish without a value.
  ///
  /// ```swift
  /// let answer = replies.single()
  /// ```
  public func single(file: StaticString = #fileID, line: UInt = #line) -> Signal<Value> {
    signal.stage(Value?.none) { only, value, _ in
      if only != nil { throw SingleError.moreThanOneValue }
      only = value
    } atEnd: { only, end, downstream in
      if case .finished = end, only == nil {
        downstream.end(.failed(SingleError.noValue))
      } else {
        downstream.end(end, after: only)
      }
    }.labeled("single", file, line)
  }
}
