extension Signal {
  /// Makes one subscription of this signal that begins when you say so, for all who are there by then.
  ///
  /// ![A marble diagram of multicast](multicast)
  ///
  /// ```swift
  /// let numbers = Signal.of(1, 2, 3).multicast()
  /// let sum = numbers.signal.scan(0) { $0 + $1 }.subscribeValues { print($0) }
  /// let connection = numbers.connect()  // now it begins, for all who subscribed before
  /// ```
  public func multicast(file: StaticString = #fileID, line: UInt = #line) -> ConnectableSignal<Value> {
    ConnectableSignal(Multicast(self, Making(.operator, "multicast", file, line)))
  }
}

/// A signal that begins when it is connected, and is shared by all who subscribe: see ``Signal/multicast(file:line:)``.
///
/// It lives from ``connect()`` until the connection is cancelled, or until the end. After that it is as it was at first,
/// and a new connection begins anew, with nothing replayed.
public struct ConnectableSignal<Value: Sendable>: Sendable {
  private let multicast: Multicast<Value>

  fileprivate init(_ multicast: Multicast<Value>) { self.multicast = multicast }

  /// What the connection brings.
  ///
  /// Who subscribes while there is no connection waits for one, also after an end; who subscribes late starts with the
  /// next value. That subscribers leave, be it all of them, doesn't touch the connection, and that a connection is
  /// cancelled doesn't touch the subscribers: they wait for the next one. An end is the end for those who are there.
  public var signal: Signal<Value> { Signal { [multicast] downstream, line in multicast.add(downstream, line) } }

  /// Subscribes to what is above, for everybody.
  ///
  /// ![A marble diagram of connect](multicast)
  ///
  /// Where it is connected already, this answers the same connection. Called from a handler of the signal, it begins
  /// after that handler.
  ///
  /// - Returns: what keeps the connection. Cancelling or releasing it ends the connection, and drops what still waits.
  public func connect() -> any Cancellable & Sendable { multicast.connect() }

  /// A signal that connects with its first subscriber, and takes back its hold on the connection with its last.
  ///
  /// ![A marble diagram of autoconnect](autoconnect)
  ///
  /// It is shared as ``Signal/shared(file:line:)`` is: who comes after its end gets the end, who comes after all have
  /// left begins anew. A connection that others hold too goes on without it.
  ///
  /// ```swift
  /// let prices = feed.multicast()
  /// let endpoint = prices.autoconnect().subscribeValues { print($0) }
  /// ```
  public func autoconnect(file: StaticString = #fileID, line: UInt = #line) -> Signal<Value> {
    let connecting = Signal { [signal, multicast] downstream, line in
      let crossing = Crossing<(any Cancellable)?, Value>(nil, downstream, line)
      let input = crossing.makeInput()
      guard line.connect(to: crossing) else { return }
      crossing.listen(to: signal, by: input) { crossing, event in crossing.pass(event) }
      // The crossing alone holds the connection, from before it begins: what it brings may end all of this.
      multicast.connect { connection in
        crossing.enter { crossing in crossing.state = connection }
      }
    }
    return SharedFeed(connecting, Making(.operator, "autoconnect", file, line)).signal
  }
}

/// What stands behind a connectable signal: the subscribers of the next end, and the connection, if there is one.
private final class Multicast<Value: Sendable>: Sendable {
  private let upstream: Signal<Value>
  private let making: Making
  private let state = Guarded(State())

  private struct State: Sendable {
    /// An end closes a hub for good, so there is a new one for what comes after it.
    var hub = Hub<Value>(executor: .inline)
    /// Whoever called `connect` holds it.
    weak var connection: Connection?
  }

  init(_ upstream: Signal<Value>, _ making: Making) {
    self.upstream = upstream
    self.making = making
  }

  func add(_ downstream: Downstream<Value>, _ line: Line) {
    state.change { $0.hub }.add(downstream, line, seenAs: making)
  }

  func connect() -> Connection {
    let (connection, isNew) = prepare()
    if isNew { begin(connection.hub, connection.line) }
    return connection
  }

  /// The same, where only `keep` holds the connection.
  func connect(_ keep: (Connection) -> Void) {
    let beginning = { () -> (Hub<Value>, Line)? in
      let (connection, isNew) = prepare()
      keep(connection)
      return isNew ? (connection.hub, connection.line) : nil
    }()
    if let (hub, line) = beginning { begin(hub, line) }
  }

  /// The connection that there is, or a new one, which is still to begin.
  private func prepare() -> (connection: Connection, isNew: Bool) {
    while true {
      let connection = Connection(state.change { $0.hub }, making)
      // What was there is handed out, so that nothing is released in here (C7).
      let (present, isNew, isOver) = state.change { state -> (Connection?, isNew: Bool, isOver: Bool) in
        let present = state.connection
        guard state.hub === connection.hub else { return (present, false, true) }
        guard present?.line.isOpen != true else { return (present, false, false) }
        state.connection = connection
        return (present, true, false)
      }
      // An end may have come in between.
      if isOver { continue }
      if isNew { return (connection, true) }
      if let present { return (present, false) }
    }
  }

  private func begin(_ hub: Hub<Value>, _ line: Line) {
    // As the owner, and so after the dropping of what an earlier connection has left.
    hub.asOwner { [self] in
      guard line.isOpen else { return }
      hub.begin {
        hub.listen(to: upstream, by: line) { [self] in
          let next = Hub<Value>(executor: .inline)
          state.change { $0.hub = next }
        }
      }
    }
  }

  fileprivate final class Connection: Cancellable, Sendable {
    let hub: Hub<Value>
    let line: Line

    init(_ hub: Hub<Value>, _ making: Making) {
      self.hub = hub
      hub.note(making)
      line = hub.makeInput()
    }

    deinit { cancel() }

    func cancel() {
      guard hub.stopListening(by: line) else { return }
      hub.asOwner { [hub] in _ = hub.takeBacklog() }
    }
  }
}
