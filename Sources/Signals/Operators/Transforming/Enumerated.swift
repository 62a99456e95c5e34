extension Signal {
  /// Passes on each value with its number, counted from nought anew for each subscription.
  ///
  /// ![A marble diagram of enumerated](enumerated)
  ///
  /// ```swift
  /// let rows = names.enumerated().map { "\($0.index + 1). \($0.value)" }
  /// ```
  @inlinable
  public func enumerated(file: StaticString = #fileID, line: UInt = #line) -> Signal<(index: Int, value: Value)> {
    stage(0) { count, value, downstream in
      let index = count
      count += 1
      try downstream.pass((index: index, value: value))
    }.seen(as: "enumerated", file, line)
  }
}
