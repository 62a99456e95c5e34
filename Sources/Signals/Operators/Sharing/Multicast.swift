extension SignalConvertible where Value: Sendable {
  /// Shares one subscription to this signal that begins, for all subscribers so far, with
  /// ``ConnectableSignal/connect()``.
  ///
  /// ![A marble diagram of multicast](multicast)
  ///
  /// ```swift
  /// let numbers = Signal.of(1, 2, 3).multicast()
  /// let sum = numbers.signal.scan(0) { $0 + $1 }.subscribeValues { print($0) }
  /// let connection = numbers.connect()  // begins now, for all earlier subscribers
  /// ```
  public func multicast(file: StaticString = #fileID, line: UInt = #line) -> ConnectableSignal<Value> {
    ConnectableSignal(Multicast(signal, NodeInfo(.operator, "multicast", file, line)))
  }
}

/// A signal that begins when it is connected, and is shared by all subscribers: see ``SignalConvertible/multicast(file:line:)``.
///
/// A connection lasts from ``connect()`` until it is cancelled, or until the end. After that, the signal is as it was
/// at first, and a new connection begins anew, with nothing replayed.
public struct ConnectableSignal<Value: Sendable>: SignalProvider, Sendable {
  private let multicast: Multicast<Value>

  fileprivate init(_ multicast: Multicast<Value>) { self.multicast = multicast }

  /// The signal that emits the events of the connection.
  ///
  /// A subscriber that arrives while there is no connection waits for one, also after an end; a subscriber that arrives
  /// during a connection starts with the next value. The connection continues even if all subscribers leave. If the
  /// connection is cancelled, the subscribers stay and wait for the next one. An end is passed on only to the
  /// subscribers present at that time.
  public var signal: Signal<Value> {
    Signal { [multicast] downstream, connection in multicast.add(downstream, connection) }
  }

  /// Subscribes to the upstream signal on behalf of all subscribers.
  ///
  /// ![A marble diagram of connect](multicast)
  ///
  /// If there is a connection already, returns that one. If called from a handler of the signal, the connection begins
  /// when each subscriber has had the event under way.
  ///
  /// - Returns: the connection. Cancelling or releasing it ends the connection, and drops the events that still wait.
  public func connect() -> any Cancellable { multicast.connect() }

  /// Returns a signal that connects with its first subscriber, and gives up its hold on the connection with its last.
  ///
  /// ![A marble diagram of autoconnect](autoconnect)
  ///
  /// It is shared like ``SignalConvertible/shared(file:line:)``: a subscriber that arrives after its end receives the end, and a
  /// subscriber that arrives after all others have left makes it begin anew. A connection that is also held elsewhere
  /// continues without it.
  ///
  /// ```swift
  /// let prices = feed.multicast()
  /// let endpoint = prices.autoconnect().subscribeValues { print($0) }
  /// ```
  public func autoconnect(file: StaticString = #fileID, line: UInt = #line) -> Signal<Value> {
    let connecting = Signal { [signal, multicast] downstream, connection in
      let context = OperatorContext<(any Cancellable)?, Value>(nil, downstream, connection)
      let input = context.makeInput()
      guard connection.connect(to: context) else { return }
      context.listen(to: signal, by: input) { context, event in context.pass(event) }
      // Only the context holds the connection, and holds it before it begins: its first event may end the subscription.
      multicast.connect { session in
        context.enter { context in context.state = session }
      }
    }
    return SharedFeed(connecting, NodeInfo(.operator, "autoconnect", file, line)).signal
  }
}

/// The implementation of a connectable signal: a hub for the subscribers until the next end, and the present
/// connection.
private final class Multicast<Value: Sendable>: Sendable {
  private let upstream: Signal<Value>
  private let info: NodeInfo
  private let state = Guarded(State())

  private struct State: Sendable {
    /// An end closes a hub for good, so a new hub takes its place.
    var hub = Hub<Value>(executor: .inline)
    /// Weak, because the callers of `connect` hold it.
    weak var session: Session?
  }

  init(_ upstream: Signal<Value>, _ info: NodeInfo) {
    self.upstream = upstream
    self.info = info
  }

  func add(_ downstream: Downstream<Value>, _ connection: Connection) {
    state.change { $0.hub }.add(downstream, connection, info: info)
  }

  func connect() -> Session {
    let (session, isNew) = prepare()
    if isNew { begin(session.hub, session.feed) }
    return session
  }

  /// Connects without returning the connection: only `keep` receives it, and may hold it.
  func connect(_ keep: (Session) -> Void) {
    let beginning = { () -> (Hub<Value>, Connection)? in
      let (session, isNew) = prepare()
      keep(session)
      return isNew ? (session.hub, session.feed) : nil
    }()
    if let (hub, feed) = beginning { begin(hub, feed) }
  }

  /// Returns the present connection, or a new one that has yet to begin.
  private func prepare() -> (session: Session, isNew: Bool) {
    while true {
      let session = Session(state.change { $0.hub }, info)
      // The present connection is handed out of the closure, so that it isn't released under the lock (C7).
      let (present, isNew, isOver) = state.change { state -> (Session?, isNew: Bool, isOver: Bool) in
        let present = state.session
        guard state.hub === session.hub else { return (present, false, true) }
        guard present?.feed.isOpen != true else { return (present, false, false) }
        state.session = session
        return (present, true, false)
      }
      // An end may have replaced the hub meanwhile.
      if isOver { continue }
      if isNew { return (session, true) }
      if let present { return (present, false) }
    }
  }

  private func begin(_ hub: Hub<Value>, _ feed: Connection) {
    // As the owner, and so after the backlog of an earlier connection has been dropped. Not in the middle of an event of that
    // connection, or later observers would receive the first values before it (C4).
    hub.betweenEvents { [self] in
      guard feed.isOpen else { return }
      hub.subscribeToFeed {
        hub.listen(to: upstream, by: feed) { [self] in
          let next = Hub<Value>(executor: .inline)
          state.change { $0.hub = next }
        }
      }
    }
  }

  fileprivate final class Session: Cancellable {
    let hub: Hub<Value>
    let feed: Connection

    init(_ hub: Hub<Value>, _ info: NodeInfo) {
      self.hub = hub
      hub.note(info)
      feed = hub.makeInput()
    }

    deinit { cancel() }

    func cancel() {
      guard hub.stopListening(by: feed) else { return }
      hub.asOwner { [hub] in
        // An end was accepted, and another hub has taken the place of this one, so the subscribers have to receive it.
        for case .end(let end) in hub.takeBacklog() { hub.broadcast(end) }
      }
    }
  }
}
