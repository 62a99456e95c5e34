extension Duration {
  /// How long it takes from here, so long after the beginning, to the end of the interval that runs. Intervals follow
  /// each other without a gap, and at the end of one the next one has begun.
  func remainder(of interval: Duration) -> Duration {
    guard interval > .zero else { return .zero }
    return interval - Duration(attoseconds: attoseconds % interval.attoseconds)
  }
}
