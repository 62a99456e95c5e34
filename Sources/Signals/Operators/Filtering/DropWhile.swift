extension Signal {
  /// Leaves out values until `isLeftOut` answers false for one; passes on that one and all that follow, without asking
  /// again. If it throws, the signal fails with that error.
  ///
  /// ![A marble diagram of drop, while](drop-while)
  ///
  /// ```swift
  /// let body = lines.drop { $0.isEmpty }
  /// ```
  @inlinable
  public func drop(
    while isLeftOut: @escaping @Sendable (Value) throws -> Bool, file: StaticString = #fileID, line: UInt = #line
  ) -> Signal {
    stage(true) { isDropping, value, downstream in
      if isDropping {
        isDropping = try isLeftOut(value)
        if isDropping { return }
      }
      try downstream.pass(value)
    }.seen(as: "drop", file, line)
  }
}
