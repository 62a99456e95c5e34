extension Signal {
  /// Passes on how many values came, at the finish. A failure comes without it.
  ///
  /// ```swift
  /// let errors = lines.filter { $0.hasPrefix("error") }.count()
  /// ```
  public func count() -> Signal<Int> { reduce(0) { count, _ in count + 1 } }
}
