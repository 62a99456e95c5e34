// A new subscriber to a state that any thread may read, while another thread owns the hub (C12).

extension Hub {
  /// Adds an observer while another thread owns the hub, and delivers the current value on this thread before it
  /// returns.
  ///
  /// The observer is added before every event that is submitted after this call, and its events wait until the current
  /// value has been delivered. So none is missed, and no two calls overlap (C3).
  @inline(never)
  func addReplaying(
    _ downstream: Downstream<Never>, _ connection: Connection, _ entry: Entry, _ thread: UInt
  ) {
    // This undoes the erasure: both have the same layout (see `erased`), and it was a downstream of this hub's values.
    let subscriber = unsafe unsafeBitCast(downstream, to: Downstream<Value>.self)
    let waiting = WaitingObserver(subscriber)
    let released = ownBriefly(thread, isUrgent: true) { [self] in
      append(waiting.downstream.erased, connection, entry, replays: false)
      return nil
    } noting: {
      rareState.replayingThreads.append(thread)
    }
    if let released {
      append(downstream, connection, entry)
      return withExtendedLifetime(released) { leaveBriefly(thread) }
    }
    passCurrentValue(of: entry, to: subscriber)
    lock.lock()
    rareState.replayingThreads.removeAll { $0 == thread }
    lock.unlock()
    asOwner { [self] in catchUp(waiting, connection) }
  }

  /// Whether this thread is in a handler to which `addReplaying` delivers a value. Its own subscriptions are performed
  /// after it, so that the stack does not grow (C5).
  func isReplaying(on thread: UInt) -> Bool {
    lock.lock()
    defer { lock.unlock() }
    return rareStateIfMade?.replayingThreads.contains(thread) ?? false
  }

  /// Passes to each observer the value that `choose` returns for its receiver, if any. Runs in the owner, at the place of an
  /// event.
  @usableFromInline
  package func emitNow(choosing choose: (Receiver) -> Value?) {
    let bound = observers.count
    for index in 0..<bound where !observers.isVacant(index) {
      let place = unsafe observers.place(index, of: Value.self)
      guard let value = unsafe choose(place.pointee.downstream.receiver) else { continue }
      do { unsafe try place.pointee.observe(value) } catch { fail(at: index, error) }
      if hasRequests { performRequestsWhileBroadcasting() }
    }
  }

  /// Delivers the events that have waited for the current value, and makes the subscriber an observer like any other. Runs in
  /// the owner.
  private func catchUp(_ waiting: WaitingObserver<Value>, _ connection: Connection) {
    var count = 0
    while connection.isOpen, let event = waiting.events.popFirst() {
      switch event {
      case .value(let value):
        interpose {
          turn = unsafe TurnContext.emission
          waiting.subscriber.deliver(value)
        }
      case .end(let end): waiting.subscriber.end(end)
      }
      count += 1
      // A sender doesn't deliver all events that others have sent during a long handler (C5).
      if count == Self.requestBatch, !waiting.events.isEmpty {
        return schedule { [self] in asOwner { [self] in catchUp(waiting, connection) } }
      }
    }
    waiting.events = FIFO()
    waiting.waits = false
    guard connection.position >= 0 else { return }
    let replaced = observers.replace(Int(connection.position), by: waiting.subscriber.erased)
    withExtendedLifetime(replaced) {}
  }
}

/// An observer that keeps its events until its subscriber has received the current value.
// Unchecked, because all of it belongs to the hub's owner.
private final class WaitingObserver<Value: Sendable>: Receiver, @unchecked Sendable {
  let subscriber: Downstream<Value>
  var waits = true
  var events = FIFO<Event<Value>>()

  init(_ subscriber: Downstream<Value>) { self.subscriber = subscriber }

  var downstream: Downstream<Value> {
    Downstream(receiver: self) { value, receiver in
      let waiting = unsafe unsafeDowncast(receiver, to: WaitingObserver.self)
      if waiting.waits { waiting.events.append(.value(value)) } else { try waiting.subscriber.pass(value) }
    }
  }

  override func receive(_ end: End) { if waits { events.append(.end(end)) } else { subscriber.end(end) } }

  override func receive(name: String) { subscriber.receiver.receive(name: name) }

  override func receive(_ search: RoomSearch) { subscriber.receiver.receive(search) }
}
