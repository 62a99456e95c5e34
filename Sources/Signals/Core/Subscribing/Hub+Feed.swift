// A hub that subscribes to a signal on behalf of all of its observers.

extension Hub {
  /// Subscribes to `signal`, passes its values to all observers of the hub, and ends the hub when the signal ends.
  ///
  /// - Parameter connection: one of the hub's inputs. Cancelling it ends the subscription.
  @inlinable
  func listen(to signal: Signal<Value>, by connection: Connection, whenEnding: (@Sendable () -> Void)? = nil) {
    signal.attach(feed(by: connection, whenEnding: whenEnding), connection)
  }

  /// Returns the downstream through which a signal feeds this hub.
  @inlinable
  package func feed(by connection: Connection, whenEnding: (@Sendable () -> Void)? = nil) -> Downstream<Value> {
    Downstream(receiver: FeedReceiver(self, connection, whenEnding)) { value, receiver in
      let receiver = unsafe unsafeDowncast(receiver, to: FeedReceiver<Value>.self)
      guard receiver.connection.isOpen, !receiver.hub.passWhileSubscribing(value, by: receiver.connection) else {
        return
      }
      receiver.hub.pass(value, by: receiver.connection)
    }
  }
}

extension Producer {
  /// Cancels the subscription that was made with `connection`. Returns whether it was still active.
  @discardableResult
  package final func stopListening(by connection: Connection) -> Bool {
    removeInput(connection)
    return connection.cancel()
  }

  /// Subscribes to `signal` as an input of this: so the signal knows the joins downstream (C10), and the live graph shows it (C16).
  ///
  /// - Parameters:
  ///   - receive: is called with each value and the connection by which it arrives. It decides what becomes of the value here.
  ///   - end: is called at the end of the signal.
  package final func follow<Value: Sendable>(
    _ signal: Signal<Value>, _ receive: @escaping (Value, Connection) -> Void = { _, _ in },
    atEnd end: @escaping () -> Void = {}
  ) -> Connection {
    let connection = makeInput()
    let receiver = FollowingReceiver(self, connection, receive, end)
    let suspended = TurnContext.suspendSubscriber()
    signal.attach(
      Downstream(receiver: receiver) { value, receiver in
        unsafe unsafeDowncast(receiver, to: FollowingReceiver<Value>.self).receive(value)
      },
      connection)
    TurnContext.resume(suspended)
    return connection
  }
}

extension Hub {
  /// Whether this has a node in the live graph.
  package var isRecorded: Bool {
    lock.lock()
    defer { lock.unlock() }
    return rareStateIfMade?.node != nil
  }
}

/// The receiver of a signal that a producer follows.
private final class FollowingReceiver<Value: Sendable>: Receiver {
  private let producer: Producer
  private let connection: Connection
  private let handler: (Value, Connection) -> Void
  private let end: () -> Void

  init(
    _ producer: Producer, _ connection: Connection, _ handler: @escaping (Value, Connection) -> Void,
    _ end: @escaping () -> Void
  ) {
    self.producer = producer
    self.connection = connection
    self.handler = handler
    self.end = end
  }

  func receive(_ value: Value) { if connection.isOpen { handler(value, connection) } }

  override func receive(_ end: End) { if producer.stopListening(by: connection) { self.end() } }
}

/// The receiver of a signal that feeds a hub.
@usableFromInline
final class FeedReceiver<Value: Sendable>: Receiver {
  @usableFromInline let hub: Hub<Value>
  @usableFromInline let connection: Connection
  /// Called just before an end closes the connection, and before the hub receives the end. If the connection is cancelled at the same
  /// time, the hub receives the end nevertheless.
  private let whenEnding: (@Sendable () -> Void)?

  @usableFromInline
  init(_ hub: Hub<Value>, _ connection: Connection, _ whenEnding: (@Sendable () -> Void)?) {
    self.hub = hub
    self.connection = connection
    self.whenEnding = whenEnding
  }

  @usableFromInline
  override func receive(_ end: End) {
    var isPrepared = false
    if let whenEnding, connection.isOpen {
      whenEnding()
      isPrepared = true
    }
    if hub.stopListening(by: connection) || isPrepared { hub.pass(end, by: connection) }
  }

  @usableFromInline
  override func receive(_ search: RoomSearch) { if connection.isOpen { hub.searchBelow(search) } }
}
