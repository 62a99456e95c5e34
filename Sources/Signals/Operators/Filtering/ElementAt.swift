extension Signal {
  /// Passes on the value at `index`, counted from nought, then finishes and cancels what is above. If fewer values come,
  /// there is only the end.
  ///
  /// ![A marble diagram of element](element)
  ///
  /// ```swift
  /// let bronze = finishers.element(at: 2)
  /// ```
  @inlinable
  public func element(at index: Int, file: StaticString = #fileID, line: UInt = #line) -> Signal {
    precondition(index >= 0, "element(at:) counts from nought: there is no value at \(index).")
    return dropFirst(index).prefix(1).seen(as: "element", file, line)
  }
}
