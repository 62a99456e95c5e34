extension SignalConvertible where Value: Sendable {
  /// Calls `handler` with every event: the values, then the end.
  ///
  /// The handler is called on the thread that sends, or on the queue of the last `deliver(on:)` upstream. A closure
  /// that is written in main-actor code is called on the main actor: inline if the event arrives on the main queue and
  /// no earlier event is waiting, otherwise through the main queue. (The top level of `main.swift`, and `main()` of a
  /// `@main` type, are main-actor code.)
  ///
  /// To cancel from inside the handler, use ``subscribeWhile(_:file:line:)``, or put the endpoint into a
  /// ``CancellableBag`` and cancel the bag.
  ///
  /// ```swift
  /// let endpoint = download.subscribe { event in
  ///   switch event {
  ///   case .value(let progress): print(progress)
  ///   case .end(.finished): print("done")
  ///   case .end(.failed(let error)): print(error)
  ///   }
  /// }
  /// ```
  ///
  /// - Returns: An endpoint that keeps the subscription alive. Releasing it cancels the subscription.
  @inlinable
  @inline(__always)
  public func subscribe(
    @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (Event<Value>) -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Endpoint {
    let info = NodeInfo(.endpoint, "subscribe", file, line)
    return signal.subscribe(as: info, handler).expectedToBeKept(info)
  }

  /// Calls `handler` with every value. The handler receives neither the end nor its kind.
  ///
  /// A failure is reported to ``SignalDiagnostics``. To handle it, use ``subscribe(onValue:onEnd:file:line:)``.
  ///
  /// ```swift
  /// let endpoint = signal.subscribeValues { print($0) }
  /// ```
  ///
  /// For the thread on which the handler is called, see ``subscribe(_:file:line:)``.
  @inlinable
  @inline(__always)
  @_disfavoredOverload
  public func subscribeValues(
    @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (Value) -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Endpoint {
    let info = NodeInfo(.endpoint, "subscribeValues", file, line)
    return signal.subscribeValues(as: info, on: handler.isolation, unisolated(handler)).expectedToBeKept(info)
  }

  /// Calls `handler`, which is one expression, with every value: see `_HandlerBuilder`.
  @_documentation(visibility: internal)
  @inlinable
  @inline(__always)
  public func subscribeValues<A, B, C, D, E, F, G, H>(
    @_HandlerBuilder<A, B, C, D, E, F, G, H> @_inheritActorContext
    _ handler: @escaping @isolated(any) @Sendable (Value) -> Void,
    file: StaticString = #fileID, line: UInt = #line, _: _HandlerBuilder<A, B, C, D, E, F, G, H>? = nil
  ) -> Endpoint {
    let info = NodeInfo(.endpoint, "subscribeValues", file, line)
    return signal.subscribeValues(as: info, on: handler.isolation, unisolated(handler)).expectedToBeKept(info)
  }

  /// Calls `handler` with every value until it returns `false`, then cancels the subscription.
  ///
  /// ```swift
  /// let endpoint = numbers.subscribeWhile { value in value < 10 }
  /// ```
  @inlinable
  @inline(__always)
  public func subscribeWhile(
    @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (Value) -> Bool,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Endpoint {
    let info = NodeInfo(.endpoint, "subscribeWhile", file, line)
    return signal.subscribeWhile(as: info, handler).expectedToBeKept(info)
  }
}

extension Signal {
  /// Subscribes `handler` under the label that `info` gives the endpoint in the live graph.
  @inlinable
  @inline(__always)
  package func subscribe(
    as info: NodeInfo, @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (Event<Value>) -> Void
  ) -> Endpoint {
    let call = unisolated(handler)
    return subscribe(on: handler.isolation, info) { connection in
      Downstream(receiver: EventReceiver<Value>(connection, call)) { value, receiver in
        let receiver = unsafe unsafeDowncast(receiver, to: EventReceiver<Value>.self)
        guard receiver.connection.isOpen else { return }
        receiver.connection.deliveryNote.set()
        receiver.handler(.value(value))
      }
    }
  }

  /// Subscribes `handler`, which belongs to `actor`, under the label that `info` gives the endpoint in the live graph.
  @inlinable
  @inline(__always)
  package func subscribeValues(
    as info: NodeInfo, on actor: (any Actor)?, _ handler: @escaping @Sendable (Value) -> Void
  ) -> Endpoint {
    subscribe(on: actor, info) { connection in
      Downstream(receiver: ValueReceiver<Value>(connection, handler)) { value, receiver in
        let receiver = unsafe unsafeDowncast(receiver, to: ValueReceiver<Value>.self)
        guard receiver.connection.isOpen else { return }
        receiver.connection.deliveryNote.set()
        receiver.handler(value)
      }
    }
  }

  /// Subscribes `handler` under the label that `info` gives the endpoint in the live graph.
  @inlinable
  @inline(__always)
  package func subscribeWhile(
    as info: NodeInfo, @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (Value) -> Bool
  ) -> Endpoint {
    let call = unisolated(handler)
    return subscribe(on: handler.isolation, info) { connection in
      Downstream(receiver: ConditionalReceiver<Value>(connection, call)) { value, receiver in
        let receiver = unsafe unsafeDowncast(receiver, to: ConditionalReceiver<Value>.self)
        guard receiver.connection.isOpen else { return }
        receiver.connection.deliveryNote.set()
        if !receiver.handler(value) { receiver.connection.cancel() }
      }
    }
  }

  /// Subscribes with the downstream that `makeDownstream` makes for the endpoint's connection. Every call of that
  /// downstream happens on the handler's actor.
  @inlinable
  @inline(__always)
  package func subscribe(
    on actor: (any Actor)?, _ info: NodeInfo, _ makeDownstream: (Connection) -> Downstream<Value>
  ) -> Endpoint {
    let connection = Connection.ofEndpoint(info)
    let downstream = makeDownstream(connection)
    let suspended = TurnContext.suspendSubscriber()
    // As in `attachBottom`, each branch calls the recipe directly, and only the rare one with a step that the optimiser
    // doesn't know: so it needs no closure for the operators.
    let isWatched = SignalDiagnostics.watchesFailures
    if let actor {
      let bottom = isWatched ? downstream.watched(connection, info, self.info) : downstream
      deliver(by: Executor(actor)).attach(bottom, connection)
    } else if _slowPath(isWatched || connection.trace != nil) {
      recipe(downstream.watched(if: isWatched, connection, info, self.info), connection)
    } else {
      recipe(downstream, connection)
    }
    TurnContext.resume(suspended)
    return Endpoint(connection)
  }
}

/// The receiver of a subscription that takes only the values.
@usableFromInline
final class ValueReceiver<Value>: Receiver {
  @usableFromInline let connection: Connection
  @usableFromInline let handler: @Sendable (Value) -> Void

  @inlinable
  init(_ connection: Connection, _ handler: @escaping @Sendable (Value) -> Void) {
    self.connection = connection
    self.handler = handler
  }

  @usableFromInline
  override func receive(_ end: End) { connection.cancel() }

  @usableFromInline
  override var ignoresFailures: Bool { true }
}

/// The receiver of a subscription that takes the values until its handler returns `false`.
// Not one class for both: a result of a generic type would wrap each handler in thunks.
@usableFromInline
final class ConditionalReceiver<Value>: Receiver {
  @usableFromInline let connection: Connection
  @usableFromInline let handler: @Sendable (Value) -> Bool

  @inlinable
  init(_ connection: Connection, _ handler: @escaping @Sendable (Value) -> Bool) {
    self.connection = connection
    self.handler = handler
  }

  @usableFromInline
  override func receive(_ end: End) { connection.cancel() }

  @usableFromInline
  override var ignoresFailures: Bool { true }
}

/// The receiver of a subscription that takes the values and the end.
@usableFromInline
final class EventReceiver<Value: Sendable>: Receiver {
  @usableFromInline let connection: Connection
  @usableFromInline let handler: @Sendable (Event<Value>) -> Void

  @inlinable
  init(_ connection: Connection, _ handler: @escaping @Sendable (Event<Value>) -> Void) {
    self.connection = connection
    self.handler = handler
  }

  @usableFromInline
  override func receive(_ end: End) {
    let closing = connection.close()
    guard closing != .wasClosed else { return }
    handler(.end(end))
    connection.release(after: closing)
  }
}
