/// The lifecycle of a signal that is shared from its first subscriber to its last.
// Unchecked, because its state belongs to the owner of the hub.
@usableFromInline
final class SharedFeed<Value: Sendable>: HubLifecycle, @unchecked Sendable {
  @usableFromInline let hub: Hub<Value>
  // A function of the code that shares the signal, which knows the type of the values; a method would look it up at run time for
  // each value.
  private let listen: (Hub<Value>, Connection) -> Void
  private let remembering: ReplayBuffer<Value>?
  private var connection: Connection?
  private let info: NodeInfo

  @inlinable
  convenience init(_ upstream: Signal<Value>, replayBuffer: ReplayBuffer<Value>? = nil, _ info: NodeInfo) {
    self.init(replayBuffer, info) { hub, connection in hub.listen(to: upstream, by: connection) }
  }

  @usableFromInline
  init(
    _ replayBuffer: ReplayBuffer<Value>?, _ info: NodeInfo, listening listen: @escaping (Hub<Value>, Connection) -> Void
  ) {
    self.listen = listen
    remembering = replayBuffer
    self.info = info
    hub = Hub(replayBuffer: replayBuffer)
  }

  @usableFromInline var replayBuffer: ReplayBuffer<Value>? { remembering }

  @usableFromInline var startsFeed: Bool { true }

  /// The shared signal. Its subscribe closure retains the feed, and the hub retains the feed only while there are
  /// observers: so a subscription that is over keeps nothing upstream alive, even if its endpoint is still held (C8).
  @usableFromInline var signal: Signal<Value> {
    Signal { [self] downstream, connection in hub.add(downstream, connection, for: self, info: info) }
  }

  @usableFromInline
  func firstObserverAdded() {
    let connection = hub.makeInput()
    self.connection = connection
    hub.subscribeToFeed { listen(hub, connection) }
  }

  @usableFromInline
  func lastObserverRemoved() -> Bool {
    ended()
    remembering?.forget()
    return true
  }

  @usableFromInline
  func ended() {
    // The end may come from an earlier subscription, too late for its observers, while the present connection is open.
    if let connection { hub.stopListening(by: connection) }
    connection = nil
  }
}

/// The lifecycle of a signal that is shared from its creation until neither the signal nor a subscription refers to it
/// any more. The hub retains it while there are observers.
@usableFromInline
final class LastingFeed<Value: Sendable>: HubLifecycle {
  @usableFromInline let hub: Hub<Value>
  @usableFromInline let connection: Connection
  private let remembering: ReplayBuffer<Value>

  @usableFromInline
  init(replayBuffer: ReplayBuffer<Value>, _ info: NodeInfo) {
    hub = Hub(replayBuffer: replayBuffer)
    hub.note(info)
    connection = hub.makeInput()
    remembering = replayBuffer
  }

  @usableFromInline var replayBuffer: ReplayBuffer<Value>? { remembering }

  deinit {
    hub.stopListening(by: connection)
    // An endpoint that is over and still held refers to the hub, but must not keep the replay buffer's values alive
    // (C8).
    hub.forget()
  }

  /// Subscribes to `upstream`, and returns the signal to share.
  // Inlined, so that the code that knows the type of the values looks nothing up at run time for each of them.
  @inlinable
  static func begin(_ upstream: Signal<Value>, replayBuffer: ReplayBuffer<Value>, _ info: NodeInfo) -> Signal<Value> {
    let feed = LastingFeed(replayBuffer: replayBuffer, info)
    feed.hub.listen(to: upstream, by: feed.connection)
    return Signal { downstream, connection in feed.hub.add(downstream, connection, for: feed, info: info) }
  }
}
