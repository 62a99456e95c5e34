// The search for room in the buffers downstream, for a waiting sender.

extension Hub {
  /// Searches downstream of all observers, in the owner.
  func search(_ search: RoomSearch) {
    for index in 0..<observers.count where !observers.isVacant(index) && !search.isBlocked {
      let observer = unsafe observers.places + index
      if unsafe observer.pointee.connection.isOpen { unsafe observer.pointee.downstream.receiver.receive(search) }
    }
  }

  /// The same, from a signal that feeds this hub.
  func searchBelow(_ search: RoomSearch) {
    let thread = currentThread()
    guard tryOwn(thread) else { return postpone(search) }
    self.search(search)
    leave(thread)
  }

  /// Wakes a sender when the buffers downstream have room, or when this has ended.
  func findRoom(for sender: SuspendedSender) {
    guard sender.isWaiting else { return }
    asOwner { [self] in
      if hasEnded {
        sender.wake()
      } else if hasBacklog || keepsReentrant {
        // The room is unknown until these events have reached the buffers. They reach them before this call.
        schedule { [self] in findRoom(for: sender) }
      } else {
        let search = RoomSearch { [self] in findRoom(for: sender) }
        self.search(search)
        if !search.isBlocked { sender.wake() } else { watchEnd(for: sender) }
      }
    }
  }

  /// Wakes the sender at the end of this hub, since a full buffer may stay full.
  private func watchEnd(for sender: SuspendedSender) {
    guard let connection = sender.beginWatching() else { return }
    add(Downstream(receiver: EndWatch(sender, connection)) { _, _ in }, connection)
    if !sender.isWaiting { sender.stopWatching() }
  }
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
