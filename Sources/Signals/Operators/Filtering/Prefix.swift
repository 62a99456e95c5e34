extension Signal {
  /// Passes on the first `count` values, then finishes and cancels what is above, in the course of the last of them.
  ///
  /// ![A marble diagram of prefix](prefix)
  ///
  /// With a count of nought it finishes at once, and subscribes to nothing.
  ///
  /// ```swift
  /// let podium = finishers.prefix(3)
  /// ```
  @inlinable
  public func prefix(_ count: Int, file: StaticString = #fileID, line: UInt = #line) -> Signal {
    precondition(count >= 0, "prefix takes nought or more values: \(count) can't be taken.")
    guard count > 0 else { return .empty().seen(as: "prefix", file, line) }
    return stage(count) { remaining, value, downstream in
      guard remaining > 0 else { return }
      remaining -= 1
      try downstream.pass(value)
      if remaining == 0 { downstream.end(.finished) }
    }.seen(as: "prefix", file, line)
  }
}
