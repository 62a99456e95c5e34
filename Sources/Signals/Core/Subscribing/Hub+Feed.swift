// A hub that subscribes to a signal on behalf of all of its observers.

extension Hub {
  /// Subscribes to `signal`, passes its values to all observers of the hub, and ends the hub when the signal ends.
  ///
  /// - Parameter connection: one of the hub's inputs. Cancelling it ends the subscription.
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

  /// Cancels the subscription that was made with `connection`. Returns whether it was still active.
  @discardableResult
  package func stopListening(by connection: Connection) -> Bool {
    removeInput(connection)
    return connection.cancel()
  }
}

extension Hub {
  /// Whether this has a node in the live graph.
  package var isRecorded: Bool {
    lock.lock()
    defer { lock.unlock() }
    return rareStateIfMade?.node != nil
  }

  /// Shows `signal` as an input of this hub in the live graph (C16). Its events have no effect here.
  package func recordInput(_ signal: Signal<Void>) -> Connection {
    let connection = makeInput()
    signal.attach(Downstream(receiver: RecordedInputReceiver(self, connection)) { _, _ in }, connection)
    return connection
  }
}

private final class RecordedInputReceiver<Value: Sendable>: Receiver {
  private let hub: Hub<Value>
  private let connection: Connection

  init(_ hub: Hub<Value>, _ connection: Connection) {
    self.hub = hub
    self.connection = connection
  }

  override func receive(_ end: End) { hub.stopListening(by: connection) }
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
