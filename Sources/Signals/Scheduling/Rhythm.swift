extension Duration {
  /// Returns the time left in the current interval, where this duration is the time since the first interval began.
  /// Intervals follow each other without a gap: at the end of one, the next one has begun.
  func remainder(of interval: Duration) -> Duration {
    guard interval > .zero else { return .zero }
    return interval - Duration(attoseconds: attoseconds % interval.attoseconds)
  }
}
