/// The bottom of a subscription that another module makes. Its closure receives each value with the connection by which it
/// arrived, so that the consequences of the value can belong to its turn.
// Unchecked: nothing in it ever changes, and one thread at a time calls it, as every receiver.
@usableFromInline
@safe
package final class InternalSubscriber<Value: Sendable>: Receiver, @unchecked Sendable {
  @usableFromInline package let connection: Connection
  @usableFromInline let handler: BorrowedFunction<Value, Unmanaged<Connection>>
  @usableFromInline let end: () -> Void

  @inlinable
  package init(
    _ handler: consuming BorrowedFunction<Value, Unmanaged<Connection>>, atEnd end: @escaping () -> Void, info: NodeInfo
  ) {
    connection = Connection.ofInternalSubscriber(info)
    unsafe self.handler = handler
    self.end = end
  }

  @inlinable
  @inline(__always)
  package func receive(_ value: Value) { if connection.isOpen { unsafe handler(value, .passUnretained(connection)) } }

  @usableFromInline
  package override func receive(_ end: End) { if connection.cancel() { self.end() } }
}

extension Hub {
  /// Makes a subscriber an observer.
  ///
  /// - Parameter lifecycle: follows the first observer that is added with it and the last one.
  @inlinable
  package func add(
    _ subscriber: InternalSubscriber<Value>, for lifecycle: (any HubLifecycle<Value>)? = nil, info: NodeInfo
  ) {
    add(
      Downstream(receiver: subscriber) { value, receiver in
        unsafe unsafeDowncast(receiver, to: InternalSubscriber<Value>.self).receive(value)
      },
      subscriber.connection, for: lifecycle, info: info)
  }
}
