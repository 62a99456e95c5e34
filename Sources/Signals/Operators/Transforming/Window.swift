extension Signal {
  /// Passes on, with each value, the last `count` values, oldest first, as soon as there are so many.
  ///
  /// ![A marble diagram of window](window)
  ///
  /// Windows overlap; for arrays that don't, see ``collect(_:file:line:)``. If fewer values come, there is only the
  /// end.
  ///
  /// ```swift
  /// let smooth = samples.window(count: 5).map { $0.reduce(0, +) / 5 }
  /// ```
  public func window(count: Int, file: StaticString = #fileID, line: UInt = #line) -> Signal<[Value]> {
    precondition(count > 0, "window shows at least one value at a time: give a count of 1 or more, not \(count).")
    return stage([Value]()) { window, value, downstream in
      if window.count == count { window.removeFirst() }
      window.append(value)
      if window.count == count { try downstream.pass(window) }
    }.seen(as: "window", file, line)
  }
}
