// Sources whose events are the changes of a state (C4). Such a source changes its state in the same step that decides
// the place of the event, so changes are delivered in the order in which they were stored. A reader of the state gets
// the value that was delivered last, or one that is about to be delivered.

extension Serialised {
  /// Submits the message that `store` returns, unless it returns nil.
  ///
  /// `store` is called under the lock, in the same step that decides the place of the message among all others, and learns
  /// whether this thread delivers the message now, as the owner. It only changes and compares state of the library; it runs
  /// no user code and releases no object (C7).
  ///
  /// A message that a handler submits to its own source follows the messages that other threads have stored before it:
  /// its change is stored at once, so it has to be delivered after theirs.
  ///
  /// - Parameters:
  ///   - turn: the turn that the message belongs to if it can be delivered now, where that is known already.
  ///   - connection: the connection by which the message arrived, if it began further up.
  /// - Returns: the outcome of the send, or nil if there was no message.
  // The closure is called in one place and does not escape, so it is compiled into the caller.
  @inlinable
  @inline(__always)
  package func submit(
    in turn: Turn? = nil, by connection: Unmanaged<Connection>? = nil, storing store: (_ isOwner: Bool) -> Message?
  ) -> SendResult? {
    let thread = currentThread()
    storage.lock.lock()
    var place = SerialiserState.Arrival.deliver
    if !storage.tryOwn(thread) { place = storage.takePlace(thread) }
    guard place != .refuse, let message = store(place == .deliver) else {
      storage.lock.unlock()
      if place == .refuse { return .ended }
      giveUp(place, thread)
      return nil
    }
    guard place == .deliver else { return unsafe put(message, in: place, by: connection) }
    storage.lock.unlock()
    // A subscription that this thread has requested may still be pending, and must receive the message (C12).
    if storage.hasRequests { storage.catchUpWithRequests(thread) }
    if let turn {
      turn.eventWaits()
      storage.resume(turn) { receive(message) }
    } else if let connection = unsafe connection {
      storage.inbound = unsafe connection
      receive(message)
      storage.inbound = nil
    } else {
      receive(message)
    }
    leaveAfterEvent(thread)
    return .delivered
  }

  /// Keeps a message in its place. The lock is held at the call, and released before this returns.
  @inlinable
  @inline(never)
  func put(_ message: Message, in place: SerialiserState.Arrival, by connection: Unmanaged<Connection>?) -> SendResult {
    var dropped: Message?
    if place == .follow {
      storage.lock.unlock()
      unsafe storage.keep(message, by: connection)
    } else {
      dropped = unsafe storage.messages._withUnsafeGuaranteedRef { $0.inbox.append(message, isEnd: false) }
      storage.lock.unlock()
      if place == .waitAndSchedule { scheduleDrain() }
    }
    _ = dropped
    return .queued
  }

  /// Gives up a place for which there is no message after all.
  @inlinable
  @inline(never)
  func giveUp(_ place: SerialiserState.Arrival, _ thread: UInt) {
    if place == .deliver { leaveAfterEvent(thread) }
    // A drain that finds nothing does nothing.
    if place == .waitAndSchedule { scheduleDrain() }
  }
}

extension Serialiser {
  /// Decides the place of a message. Called under the lock, which is released while another thread is the owner for a
  /// moment.
  @usableFromInline
  final func takePlace(_ thread: UInt) -> SerialiserState.Arrival {
    let inline = executor.allowsInline
    let arrival = waitForPlace { $0.arrive(on: thread, isEnd: false, inline: inline) }
    // A message that follows comes from the owner, so this thread may look at the batch.
    guard arrival == .follow, !isInboxEmpty || !isBatchEmpty else { return arrival }
    word.set(SerialiserState.events)
    return .wait
  }
}

extension Producer {
  /// Locks the state that is stored beside the events: see `submit(in:by:storing:)`.
  @inlinable package final func lockState() { lock.lock() }
  @inlinable package final func unlockState() { lock.unlock() }

  /// Whether no thread has this lock, if that can be known.
  @inlinable package final var isStateFree: Bool { lock.isFree }

  /// Whether the end has been accepted. From any thread.
  package final var acceptsNoMore: Bool { SerialiserState(word: word.value).has(SerialiserState.closed) }

  /// The largest number of consecutive joins that an event of this producer can reach.
  @inlinable package final var joinsBelow: UInt { inputDepth.relaxed }
}
