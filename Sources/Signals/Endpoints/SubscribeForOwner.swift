extension SignalConvertible where Value: Sendable {
  /// Calls `handler` with the owner and every value for as long as the owner lives (C8).
  ///
  /// The subscription holds the owner weakly. Once the owner is gone, the handler isn't called any more, and the next
  /// event releases the subscription if nothing has released it before. The owner must be `Sendable`, as every
  /// main-actor class is.
  ///
  /// ```swift
  /// signal.subscribeValues(for: label) { label, text in label.text = text }.store(in: &endpoints)
  /// ```
  @inlinable
  @inline(__always)
  @_disfavoredOverload
  public func subscribeValues<Owner: AnyObject & Sendable>(
    for owner: Owner,
    @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (Owner, Value) -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Endpoint {
    let info = NodeInfo(.endpoint, "subscribeValues", file, line)
    return signal.subscribeValues(for: owner, as: info, handler).expectedToBeKept(info)
  }

  /// Calls `handler`, which is one expression, with the owner and every value: see `_HandlerBuilder`.
  @_documentation(visibility: internal)
  @inlinable
  @inline(__always)
  public func subscribeValues<Owner: AnyObject & Sendable, A, B, C, D, E, F, G, H>(
    for owner: Owner,
    @_HandlerBuilder<A, B, C, D, E, F, G, H> @_inheritActorContext
    _ handler: @escaping @isolated(any) @Sendable (Owner, Value) -> Void,
    file: StaticString = #fileID, line: UInt = #line, _: _HandlerBuilder<A, B, C, D, E, F, G, H>? = nil
  ) -> Endpoint {
    let info = NodeInfo(.endpoint, "subscribeValues", file, line)
    return signal.subscribeValues(for: owner, as: info, handler).expectedToBeKept(info)
  }
}

extension Signal {
  /// Subscribes `handler` under the label that `info` gives the endpoint in the live graph.
  @inlinable
  @inline(__always)
  package func subscribeValues<Owner: AnyObject & Sendable>(
    for owner: Owner, as info: NodeInfo,
    @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (Owner, Value) -> Void
  ) -> Endpoint {
    let call = unisolated(handler)
    return subscribe(on: handler.isolation, info) { connection in
      Downstream(receiver: OwnerReceiver<Owner, Value>(connection, owner, call)) { value, receiver in
        unsafe unsafeDowncast(receiver, to: OwnerReceiver<Owner, Value>.self).receive(value)
      }
    }
  }
}

/// The receiver of a subscription that ends with its owner.
@usableFromInline
package final class OwnerReceiver<Owner: AnyObject, Value>: Receiver {
  @usableFromInline let connection: Connection
  @usableFromInline weak let owner: Owner?
  @usableFromInline let handler: @Sendable (Owner, Value) -> Void

  @inlinable
  package init(_ connection: Connection, _ owner: Owner, _ handler: @escaping @Sendable (Owner, Value) -> Void) {
    self.connection = connection
    self.owner = owner
    self.handler = handler
  }

  @inlinable
  package func receive(_ value: Value) {
    guard connection.isOpen else { return }
    guard let owner else {
      connection.cancel()
      return
    }
    connection.deliveryNote.set()
    handler(owner, value)
  }

  @usableFromInline
  package override func receive(_ end: End) { connection.cancel() }

  @usableFromInline
  package override var ignoresFailures: Bool { owner != nil }
}
