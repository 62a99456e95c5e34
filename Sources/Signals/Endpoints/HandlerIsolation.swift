// A handler is isolated to the actor in whose code it is written (C13): a handler in a view controller belongs to the
// main actor without any annotation. The compiler provides that actor in `isolation`, and refuses a closure that
// touches the state of another actor.

extension Signal {
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
    if let actor {
      deliver(by: actor === MainActor.shared ? .main : .actor(.init(actor))).attach(downstream, connection)
    } else {
      attachBottom(downstream, connection)
    }
    TurnContext.resume(suspended)
    return Endpoint(connection)
  }
}
