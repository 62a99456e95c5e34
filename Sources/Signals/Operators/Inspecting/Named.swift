extension Signal {
  /// Gives the signal a name, by which the live graph shows it, and a ``log(_:to:file:line:)`` below. It changes
  /// nothing else.
  ///
  /// It is the operator or the source above that is called so, and every subscription of it. Of two names the one
  /// closer to the endpoint counts.
  ///
  /// ```swift
  /// let prices = feed.map { parse($0) }.named("prices")
  /// ```
  public func named(_ name: String) -> Signal {
    Signal { downstream, line in
      downstream.receiver.hear(name: name)
      line.trace?.nameNext(name)
      attach(downstream, line)
    }
  }
}
