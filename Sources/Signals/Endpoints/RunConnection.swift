/// The connection of an endpoint whose closure is run by an object of another module. It leads to that object, not to a producer.
// Unchecked, because the runner is set before another thread can know this object.
package final class RunConnection: TracedConnection, @unchecked Sendable {
  private var runner: (any Runner)?

  private init(_ info: NodeInfo) {
    super.init(Self.countEndpoint() | ConnectionState.connected, CurrentRecorder.current?.makeTrace(ofEndpoint: info))
  }

  /// Makes an endpoint for the runner that `makeRunner` makes for its connection.
  package static func endpoint<R: Runner>(
    _ info: NodeInfo, _ makeRunner: (Connection) -> R
  ) -> (endpoint: Endpoint, runner: R) {
    let connection = RunConnection(info)
    let runner = makeRunner(connection)
    connection.runner = runner
    return (Endpoint(connection), runner)
  }

  override func hasBeenClosed() { runner?.stop() }

  package override func whenIdle(_ action: @escaping @Sendable () -> Void) { runner?.whenIdle(action) }
}

/// An object that runs the closure of an endpoint.
package protocol Runner: AnyObject, Sendable {
  /// Begins no further run. The closure, and with it the connection, is released at once, or when the run that is under way has
  /// returned (C8). Called once.
  func stop()

  /// Calls `action` when no run is under way.
  func whenIdle(_ action: @escaping @Sendable () -> Void)
}
