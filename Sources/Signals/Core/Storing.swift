// Where the events of a source are the changes of a state (C4): whoever reads the state reads what was delivered last,
// or what is on its way. So the order in which changes are stored and that in which they are delivered are one.

extension Serialised {
  /// Brings the message that `store` answers, if `isWanted` still says so when it is about to be stored.
  ///
  /// Both are called under the lock, in the same step in which the place of the message among all others is decided. So
  /// they change and compare what belongs to the library alone, call nobody and release nothing (C7).
  ///
  /// What a handler brings to its own source comes after what others have stored before it, if they have: since it
  /// is stored at once, it has to be delivered after them.
  ///
  /// - Returns: what became of it, or nil if it wasn't wanted.
  @inlinable
  @inline(__always)
  package func bring(if isWanted: () -> Bool, storing store: () -> Message) -> SendResult? {
    let thread = currentThread()
    storage.lock.lock()
    guard isWanted() else {
      storage.lock.unlock()
      return nil
    }
    guard storage.tryOwn(thread) else { return bringSlowly(thread, if: isWanted, storing: store) }
    let message = store()
    storage.lock.unlock()
    receive(message)
    leaveAfterEvent(thread)
    return .delivered
  }

  /// The same, where the source is in use. The lock is held, and is free afterwards.
  @inlinable
  @inline(never)
  func bringSlowly(_ thread: UInt, if isWanted: () -> Bool, storing store: () -> Message) -> SendResult? {
    let inline = storage.executor.allowsInline
    var arrival = storage.change { $0.arrive(on: thread, isEnd: false, inline: inline) }
    // Not for ever: see `arrive`.
    var looks = 0
    while arrival == .lookAgain {
      storage.lock.unlock()
      giveWay()
      looks += 1
      storage.lock.lock()
      guard isWanted() else {
        storage.lock.unlock()
        return nil
      }
      arrival = storage.change { $0.arrive(on: thread, isEnd: false, inline: inline, isPatient: looks < 10_000) }
    }
    guard arrival != .refuse else {
      storage.lock.unlock()
      return .ended
    }
    let message = store()
    var follows = arrival == .follow
    if follows, storage.othersWait {
      storage.word.set(SerialiserState.events)
      follows = false
    }
    var dropped: Message?
    if arrival != .deliver, !follows { dropped = storage.inbox.append(message, isEnd: false) }
    storage.lock.unlock()

    if arrival == .deliver {
      receive(message)
      leaveAfterEvent(thread)
      return .delivered
    }
    if follows { storage.keep(message) }
    if arrival == .waitAndSchedule { scheduleDrain() }
    _ = dropped
    return .queued
  }
}

extension Serialiser {
  /// Whether anything of others waits that came before what the owner brings now. The owner's, under the lock.
  @inlinable
  final var othersWait: Bool { !inbox.isEmpty || batchIndex < batch.count }
}

extension Producer {
  /// For what is stored beside the events: see `bring(if:storing:)`.
  @inlinable package final func lockState() { lock.lock() }
  @inlinable package final func unlockState() { lock.unlock() }
}
