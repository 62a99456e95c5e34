extension SignalConvertible where Value: Sendable {
  /// Gives the signal a name, which the live graph and a ``log(_:to:file:line:)`` downstream show. It changes nothing
  /// else.
  ///
  /// The name belongs to the operator or source directly above, and to each subscription of it. Of two names, the one
  /// closer to the endpoint counts.
  ///
  /// ```swift
  /// let prices = feed.map { parse($0) }.named("prices")
  /// ```
  public func named(_ name: String) -> Signal<Value> {
    Signal<Value> { [signal] downstream, connection in
      downstream.receiver.receive(name: name)
      connection.trace?.nameNext(name)
      signal.attach(downstream, connection)
    }
  }
}
