/// The lifecycle of a signal that is shared from its first subscriber to its last.
// Unchecked, because its state belongs to the owner of the hub.
final class SharedFeed<Value: Sendable>: HubLifecycle, @unchecked Sendable {
  let hub: Hub<Value>
  private let upstream: Signal<Value>
  private let remembering: ReplayBuffer<Value>?
  private var connection: Connection?
  private let info: NodeInfo

  init(_ upstream: Signal<Value>, replayBuffer: ReplayBuffer<Value>? = nil, _ info: NodeInfo) {
    self.upstream = upstream
    remembering = replayBuffer
    self.info = info
    hub = Hub(replayBuffer: replayBuffer)
  }

  var replayBuffer: ReplayBuffer<Value>? { remembering }

  var startsFeed: Bool { true }

  /// The shared signal. Its subscribe closure retains the feed, and the hub retains the feed only while there are
  /// observers: so a subscription that is over keeps nothing upstream alive, even if its endpoint is still held (C8).
  var signal: Signal<Value> {
    Signal { [self] downstream, connection in hub.add(downstream, connection, for: self, info: info) }
  }

  func firstObserverAdded() {
    let connection = hub.makeInput()
    self.connection = connection
    hub.subscribeToFeed { hub.listen(to: upstream, by: connection) }
  }

  func lastObserverRemoved() -> Bool {
    ended()
    remembering?.forget()
    return true
  }

  func ended() {
    // The end may come from an earlier subscription, too late for its observers, while the present connection is open.
    if let connection { hub.stopListening(by: connection) }
    connection = nil
  }
}

/// The lifecycle of a signal that is shared from its creation until neither the signal nor a subscription refers to it
/// any more. The hub retains it while there are observers.
final class LastingFeed<Value: Sendable>: HubLifecycle {
  private let hub: Hub<Value>
  private let connection: Connection
  private let remembering: ReplayBuffer<Value>

  private init(replayBuffer: ReplayBuffer<Value>, _ info: NodeInfo) {
    hub = Hub(replayBuffer: replayBuffer)
    hub.note(info)
    connection = hub.makeInput()
    remembering = replayBuffer
  }

  var replayBuffer: ReplayBuffer<Value>? { remembering }

  deinit {
    hub.stopListening(by: connection)
    // An endpoint that is over and still held refers to the hub, but must not keep the replay buffer's values alive
    // (C8).
    hub.forget()
  }

  /// Subscribes to `upstream`, and returns the signal to share.
  static func begin(_ upstream: Signal<Value>, replayBuffer: ReplayBuffer<Value>, _ info: NodeInfo) -> Signal<Value> {
    let feed = LastingFeed(replayBuffer: replayBuffer, info)
    feed.hub.listen(to: upstream, by: feed.connection)
    return Signal { downstream, connection in feed.hub.add(downstream, connection, for: feed, info: info) }
  }
}
