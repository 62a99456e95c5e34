/// The bottom of a subscription that another module makes. Its closure receives each value with the connection by which it
/// arrived, so that the consequences of the value can belong to its turn.
// Unchecked: nothing in it ever changes, and one thread at a time calls it, as every receiver.
@usableFromInline
package final class InternalSubscriber<Value: Sendable>: Receiver, @unchecked Sendable {
  @usableFromInline package let connection: Connection
  @usableFromInline let handler: BorrowedFunction<Value, Unmanaged<Connection>, Void>
  @usableFromInline let end: () -> Void

  @inlinable
  package init(
    _ handler: @escaping (Value, Unmanaged<Connection>) -> Void, atEnd end: @escaping () -> Void, info: NodeInfo
  ) {
    connection = Connection.ofInternalSubscriber(info)
    self.handler = BorrowedFunction(handler)
    self.end = end
  }

  @usableFromInline
  package override func receive(_ end: End) { if connection.cancel() { self.end() } }
}

extension Hub {
  /// Makes a subscriber an observer.
  @inlinable
  package func add(_ subscriber: InternalSubscriber<Value>, info: NodeInfo) {
    add(
      Downstream(receiver: subscriber) { value, receiver in
        let subscriber = unsafeDowncast(receiver, to: InternalSubscriber<Value>.self)
        if subscriber.connection.isOpen { subscriber.handler(value, .passUnretained(subscriber.connection)) }
      },
      subscriber.connection, info: info)
  }
}
