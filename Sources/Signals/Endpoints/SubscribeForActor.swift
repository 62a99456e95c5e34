extension SignalConvertible where Value: Sendable {
  /// Calls `handler` on the actor `owner` with every value, in order, for as long as that actor lives (C8, C13).
  ///
  /// The handler may use the actor's state. The subscription holds the actor weakly. A value that waits
  /// for the actor keeps it until then.
  ///
  /// ```swift
  /// actor Statistics {
  ///   private var total = 0
  ///   private var endpoints: [any Cancellable] = []
  ///
  ///   func follow(_ numbers: Signal<Int>) {
  ///     endpoints += numbers.subscribeValues(for: self) { statistics, number in statistics.total += number }
  ///   }
  /// }
  /// ```
  ///
  /// - Returns: An endpoint that keeps the subscription alive. Releasing it cancels the subscription.
  public func subscribeValues<Owner: Actor>(
    for owner: Owner, _ handler: @escaping @Sendable (isolated Owner, Value) -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Endpoint {
    let info = NodeInfo(.endpoint, "subscribeValues", file, line)
    let call = calledOnItself(handler)
    return signal.subscribe(on: owner, info) { connection in
      Downstream(receiver: OwnerReceiver<Owner, Value>(connection, owner, call)) { value, receiver in
        unsafe unsafeDowncast(receiver, to: OwnerReceiver<Owner, Value>.self).receive(value)
      }
    }.expectedToBeKept(info)
  }
}

/// Returns `handler` for a caller that has established that it is on the actor which is the owner.
package func calledOnItself<Owner: Actor, Value: Sendable>(
  _ handler: @escaping @Sendable (isolated Owner, Value) -> Void
) -> @Sendable (Owner, Value) -> Void {
  { owner, value in owner.assumeIsolated { owner in handler(owner, value) } }
}
