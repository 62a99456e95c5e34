/// The upstream end of an endpoint whose closure is run by an object of another module, and not for the events of a hub.
// Unchecked, like all producers: see ``Producer``. Nothing ever owns this one.
package final class RunSource: Producer, @unchecked Sendable {
  private let runner: any Runner

  private init(_ runner: any Runner) {
    self.runner = runner
    super.init(executor: .inline)
  }

  /// Makes an endpoint for the runner that `makeRunner` makes for its connection.
  package static func endpoint<R: Runner>(
    _ info: NodeInfo, _ makeRunner: (Connection) -> R
  ) -> (endpoint: Endpoint, runner: R) {
    let connection = Connection.ofEndpoint(info)
    let runner = makeRunner(connection)
    _ = connection.connect(to: RunSource(runner))
    return (Endpoint(connection), runner)
  }

  @usableFromInline
  package override func detach(_ connection: Connection) { runner.stop() }

  override func whenIdle(_ action: @escaping @Sendable () -> Void) { runner.whenIdle(action) }
}

/// An object that runs the closure of an endpoint.
package protocol Runner: AnyObject, Sendable {
  /// Begins no further run. The closure, and with it the connection, is released at once, or when the run that is under way has
  /// returned (C8). Called once.
  func stop()

  /// Calls `action` when no run is under way.
  func whenIdle(_ action: @escaping @Sendable () -> Void)
}
