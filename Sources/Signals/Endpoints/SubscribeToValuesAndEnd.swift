extension SignalConvertible where Value: Sendable {
  /// Calls `onValue` with every value, then `onEnd` with the end.
  ///
  /// ```swift
  /// let endpoint = download.subscribe(onValue: { show($0) }, onEnd: { end in
  ///   if case .failed(let error) = end { alert(error) }
  /// })
  /// ```
  ///
  /// Neither is called after a cancellation (C6). For the thread on which the closures are called, see
  /// ``subscribe(_:file:line:)``. If only one of them belongs to an actor, both are called there. If they belong to two, a call
  /// of `onValue` may outlast ``Endpoint/cancelAndWait()``, which waits for that of `onEnd`.
  ///
  /// - Returns: An endpoint that keeps the subscription alive. Releasing it cancels the subscription.
  @inlinable
  @inline(__always)
  @_disfavoredOverload
  public func subscribe(
    @_inheritActorContext onValue: @escaping @isolated(any) @Sendable (Value) -> Void,
    @_inheritActorContext onEnd: @escaping @isolated(any) @Sendable (End) -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Endpoint {
    let info = NodeInfo(.endpoint, "subscribe", file, line)
    return signal.subscribe(as: info, onValue: onValue, onEnd: onEnd).expectedToBeKept(info)
  }

  /// Calls `onValue`, which is one expression, with every value: see `_HandlerBuilder`.
  @_documentation(visibility: internal)
  @inlinable
  @inline(__always)
  public func subscribe<A, B, C, D, E, F, G, H>(
    @_HandlerBuilder<A, B, C, D, E, F, G, H> @_inheritActorContext
    onValue: @escaping @isolated(any) @Sendable (Value) -> Void,
    @_inheritActorContext onEnd: @escaping @isolated(any) @Sendable (End) -> Void,
    file: StaticString = #fileID, line: UInt = #line, _: _HandlerBuilder<A, B, C, D, E, F, G, H>? = nil
  ) -> Endpoint {
    let info = NodeInfo(.endpoint, "subscribe", file, line)
    return signal.subscribe(as: info, onValue: onValue, onEnd: onEnd).expectedToBeKept(info)
  }

  /// Calls `onValue` with the owner and every value, then `onEnd` with the owner and the end, for as long as the owner lives
  /// (C8).
  ///
  /// ```swift
  /// progress.subscribe(for: bar) { bar, value in bar.value = value } onEnd: { bar, _ in bar.isHidden = true }
  ///   .store(in: &endpoints)
  /// ```
  ///
  /// The subscription holds the owner weakly, as that of `subscribeValues(for:_:)` does. Otherwise, it
  /// behaves like the method without an owner.
  ///
  /// - Returns: An endpoint that keeps the subscription alive. Releasing it cancels the subscription.
  @inlinable
  @inline(__always)
  @_disfavoredOverload
  public func subscribe<Owner: AnyObject & Sendable>(
    for owner: Owner,
    @_inheritActorContext onValue: @escaping @isolated(any) @Sendable (Owner, Value) -> Void,
    @_inheritActorContext onEnd: @escaping @isolated(any) @Sendable (Owner, End) -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Endpoint {
    let info = NodeInfo(.endpoint, "subscribe", file, line)
    return signal.subscribe(for: owner, as: info, onValue: onValue, onEnd: onEnd).expectedToBeKept(info)
  }

  /// Calls `onValue`, which is one expression, with the owner and every value: see `_HandlerBuilder`.
  @_documentation(visibility: internal)
  @inlinable
  @inline(__always)
  public func subscribe<Owner: AnyObject & Sendable, A, B, C, D, E, F, G, H>(
    for owner: Owner,
    @_HandlerBuilder<A, B, C, D, E, F, G, H> @_inheritActorContext
    onValue: @escaping @isolated(any) @Sendable (Owner, Value) -> Void,
    @_inheritActorContext onEnd: @escaping @isolated(any) @Sendable (Owner, End) -> Void,
    file: StaticString = #fileID, line: UInt = #line, _: _HandlerBuilder<A, B, C, D, E, F, G, H>? = nil
  ) -> Endpoint {
    let info = NodeInfo(.endpoint, "subscribe", file, line)
    return signal.subscribe(for: owner, as: info, onValue: onValue, onEnd: onEnd).expectedToBeKept(info)
  }
}

extension Signal {
  @usableFromInline
  func subscribe(
    as info: NodeInfo, onValue: @escaping @isolated(any) @Sendable (Value) -> Void,
    onEnd: @escaping @isolated(any) @Sendable (End) -> Void
  ) -> Endpoint {
    let receiveValue = unisolated(onValue)
    let receiveEnd = unisolated(onEnd)
    return subscribe(as: info, on: onValue.isolation, andOn: onEnd.isolation, receiveValue) {
      connection, receiveValue in
      ValueAndEndReceiver<Value>(connection, receiveValue, receiveEnd)
    }
  }

  @usableFromInline
  func subscribe<Owner: AnyObject & Sendable>(
    for owner: Owner, as info: NodeInfo, onValue: @escaping @isolated(any) @Sendable (Owner, Value) -> Void,
    onEnd: @escaping @isolated(any) @Sendable (Owner, End) -> Void
  ) -> Endpoint {
    let callWithValue = unisolated(onValue)
    let callWithEnd = unisolated(onEnd)
    let receiveValue: @Sendable (Value) -> Void = { [weak owner] value in if let owner { callWithValue(owner, value) } }
    return subscribe(as: info, on: onValue.isolation, andOn: onEnd.isolation, receiveValue) {
      connection, receiveValue in
      ValueAndEndReceiver<Value>(connection) { [weak owner] value in
        if owner != nil { receiveValue(value) } else { connection.cancel() }
      } _: { [weak owner] end in
        if let owner { callWithEnd(owner, end) }
      }
    }
  }

  /// Subscribes two closures, each on the actor to which it belongs.
  private func subscribe(
    as info: NodeInfo, on actorOfValues: (any Actor)?, andOn actorOfEnd: (any Actor)?,
    _ receiveValue: @escaping @Sendable (Value) -> Void,
    _ makeReceiver: (Connection, @escaping @Sendable (Value) -> Void) -> ValueAndEndReceiver<Value>
  ) -> Endpoint {
    var signal = self
    var receive = receiveValue
    if let actorOfValues, let actorOfEnd, actorOfValues !== actorOfEnd {
      // An operator on the one actor handles the values, and the end goes on to the other one. So it follows them.
      signal = delivered(on: actorOfValues).stage(()) { _, value, downstream in
        receiveValue(value)
        try downstream.pass(value)
      }
      receive = { _ in }
    }
    return signal.subscribe(on: actorOfEnd ?? actorOfValues, info) { connection in
      Downstream(receiver: makeReceiver(connection, receive)) { value, receiver in
        let receiver = unsafe unsafeDowncast(receiver, to: ValueAndEndReceiver<Value>.self)
        guard receiver.connection.isOpen else { return }
        receiver.connection.deliveryNote.set()
        receiver.receiveValue(value)
      }
    }
  }
}

/// The receiver of a subscription that takes the values and the end by different closures.
private final class ValueAndEndReceiver<Value>: Receiver {
  let connection: Connection
  let receiveValue: @Sendable (Value) -> Void
  private let receiveEnd: @Sendable (End) -> Void

  init(
    _ connection: Connection, _ receiveValue: @escaping @Sendable (Value) -> Void,
    _ receiveEnd: @escaping @Sendable (End) -> Void
  ) {
    self.connection = connection
    self.receiveValue = receiveValue
    self.receiveEnd = receiveEnd
  }

  override func receive(_ end: End) {
    let closing = connection.close()
    guard closing != .wasClosed else { return }
    receiveEnd(end)
    connection.release(after: closing)
  }
}
