// The search for the buffers that the values of a source reach, for a sender that waits until they have room. The owner of the
// source calls it from one receiver to the next, as it delivers a value.

/// One search. It is over at the first buffer that is full, or at the first operator that another thread is using.
@usableFromInline
package final class RoomSearch {
  /// Whether there is no room, or whether that is not known. `lookAgain` is called then, once, when it may have changed.
  private(set) var isBlocked = false
  private let lookAgain: @Sendable () -> Void

  init(lookAgain: @escaping @Sendable () -> Void) { self.lookAgain = lookAgain }

  /// Notes that there is no room. Returns the function to call as soon as there is some.
  @usableFromInline
  func block() -> @Sendable () -> Void {
    isBlocked = true
    return lookAgain
  }

  /// Notes that `producer` is in use, so that nothing is known of what is downstream of it.
  func wait(for producer: Producer) {
    isBlocked = true
    // After the handler under way, and then behind the events that wait for the queue.
    producer.asOwner { [lookAgain] in producer.schedule(lookAgain) }
  }
}

extension Hub {
  /// Searches downstream of all observers, in the owner.
  func search(_ search: RoomSearch) {
    for index in 0..<observers.count where !observers.isVacant(index) && !search.isBlocked {
      let observer = observers.places + index
      if observer.pointee.connection.isOpen { observer.pointee.downstream.receiver.receive(search) }
    }
  }

  /// The same, from a signal that feeds this hub.
  func searchBelow(_ search: RoomSearch) {
    let thread = currentThread()
    guard tryOwn(thread) else { return search.wait(for: self) }
    self.search(search)
    leave(thread)
  }

  /// Wakes a sender when the buffers downstream have room, or when this has ended.
  func findRoom(for sender: SuspendedSender) {
    guard sender.isWaiting else { return }
    asOwner { [self] in
      if hasEnded {
        sender.wake()
      } else if hasBacklog || !reentrant.isEmpty {
        // Nothing is known until these events have arrived at the buffers. They do so before this is called.
        schedule { [self] in findRoom(for: sender) }
      } else {
        let search = RoomSearch { [self] in findRoom(for: sender) }
        self.search(search)
        if !search.isBlocked { sender.wake() } else { sender.watchEnd(of: self) }
      }
    }
  }
}

/// A task that waits until it may send.
// The task may be cancelled at any moment, so all of it is guarded.
final class SuspendedSender: Sendable {
  typealias Continuation = CheckedContinuation<Void, any Error>

  private enum State: Sendable {
    case idle
    case waiting(Continuation)
    case over
    case cancelled
  }

  private let state = Guarded(State.idle)
  private let watch = Guarded<Connection?>(nil)

  var isWaiting: Bool {
    state.change { state in
      if case .waiting = state { true } else { false }
    }
  }

  /// Waits, unless the task was cancelled before. Returns whether it waits.
  func wait(_ continuation: Continuation) -> Bool {
    let waits = state.change { state in
      if case .cancelled = state { return false }
      state = .waiting(continuation)
      return true
    }
    if !waits { continuation.resume(throwing: CancellationError()) }
    return waits
  }

  /// Lets the task go on. Returns false if it was cancelled, or woken, before.
  @discardableResult
  func wake() -> Bool {
    guard let continuation = leave(as: .over) else { return false }
    continuation.resume()
    stopWatching()
    return true
  }

  func cancel() {
    leave(as: .cancelled)?.resume(throwing: CancellationError())
    stopWatching()
  }

  private func leave(as last: State) -> Continuation? {
    state.change { state in
      let before = state
      if case .over = before { return nil }
      state = last
      if case .waiting(let continuation) = before { return continuation }
      return nil
    }
  }

  /// Has the end of a source wake the task, since a buffer that is full may stay so.
  func watchEnd<Value>(of hub: Hub<Value>) {
    let connection = Connection()
    let isFirst = watch.change { watch in
      guard watch == nil else { return false }
      watch = connection
      return true
    }
    guard isFirst else { return }
    hub.add(Downstream(receiver: EndWatch(self, connection)) { _, _ in }, connection)
    if !isWaiting { stopWatching() }
  }

  private func stopWatching() { watch.change { $0 }?.cancel() }
}

private final class EndWatch: Receiver {
  private let sender: SuspendedSender
  private let connection: Connection

  init(_ sender: SuspendedSender, _ connection: Connection) {
    self.sender = sender
    self.connection = connection
  }

  override func receive(_ end: End) {
    connection.cancel()
    sender.wake()
  }
}
