/// An input that only counts that a value arrived. The owner of the join may add and remove such inputs while it lives.
package final class InvalidationInput<Output: Sendable>: JoinInput<Output> {
  package override init(_ join: Join<Output>) { super.init(join) }

  package func listen(to signal: Signal<Void>) {
    guard connection.isOpen else { return }
    signal.attach(
      Downstream(receiver: self) { _, receiver in
        unsafeDowncast(receiver, to: InvalidationInput<Output>.self).receive()
      },
      connection)
  }

  /// Cancels the subscription.
  package func stop() {
    join.removeInput(connection)
    connection.cancel()
  }

  private func receive() {
    guard connection.isOpen else { return }
    switch join.staging(from: connection) {
    case .untilTurnSettles: break
    case .forNow: join.flush(in: nil)
    case let elsewhere: join.keep({}, in: elsewhere)
    }
  }

  override var hasValue: Bool { true }
}

extension Join {
  /// Creates a join that feeds a hub through one of its inputs, for as long as that is open.
  ///
  /// - Parameter flush: called by the join's owner when a turn that has reached the join settles.
  @inlinable
  package convenience init(
    feeding hub: Hub<Output>, by connection: Connection, _ flush: @escaping (_ join: Join<Output>) -> Void
  ) {
    self.init(hub.feed(by: connection), connection)
    _ = begin(connection, []) { join, isCommitting in
      if isCommitting { join.endStaging() }
      flush(join)
    }
  }

  /// Emits a value, from within `flush`.
  @inlinable
  package func pass(_ value: Output) { emit(value) }
}
