/// A signal that an operator emits as a value, and then feeds itself: a group, or a window.
final class Subsignal<Value: Sendable>: HubLifecycle {
  private let hub = Hub<Value>(executor: .inline)
  /// Leads to the operator, so that turns and joins can be traced through it (C10).
  private let connection: Connection
  private let info: NodeInfo
  /// Reports a change in the number of subsignals with subscribers, by 1 or -1, to the operator.
  private let tell: @Sendable (Int) -> Void

  init(from producer: Producer, _ info: NodeInfo, _ tell: @escaping @Sendable (Int) -> Void) {
    self.info = info
    self.tell = tell
    connection = hub.makeInput()
    hub.record(asPartOf: producer)
    _ = connection.connect(to: producer)
  }

  var signal: Signal<Value> {
    Signal { [self] downstream, connection in hub.add(downstream, connection, for: self, info: info) }
  }

  func pass(_ value: Value) { hub.pass(value, by: connection) }

  func end(_ end: End) { hub.pass(end, by: connection) }

  func firstObserverAdded() { tell(1) }

  func lastObserverRemoved() -> Bool {
    tell(-1)
    return false
  }
}
