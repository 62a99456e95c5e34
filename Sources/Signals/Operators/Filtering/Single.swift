/// Why ``Signal/single(file:line:)`` has failed.
public enum SingleError: Error, Hashable {
  /// The signal finished, and no value had come.
  case noValue
  /// A second value came.
  case moreThanOneValue
}

extension Signal {
  /// Passes on the only value, at the finish.
  ///
  /// ![A marble diagram of single](single)
  ///
  /// ![A marble diagram of single, failing](single-failing)
  ///
  /// It fails with a ``SingleError`` unless there is exactly one: at the second value at once, which cancels what is
  /// above, and at a finish without a value.
  ///
  /// ```swift
  /// let answer = replies.single()
  /// ```
  public func single(file: StaticString = #fileID, line: UInt = #line) -> Signal {
    stage(Value?.none) { only, value, _ in
      if only != nil { throw SingleError.moreThanOneValue }
      only = value
    } atEnd: { only, end, downstream in
      if case .finished = end, only == nil {
        downstream.end(.failed(SingleError.noValue))
      } else {
        downstream.end(end, after: only)
      }
    }.seen(as: "single", file, line)
  }
}
