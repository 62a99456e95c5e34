// Where the events of a source are the changes of a state (C4): whoever reads the state reads what was delivered last,
// or what is on its way. So the order in which changes are stored and that in which they are delivered are one.

extension Serialised {
  /// Brings the message that `store` answers, unless it answers nil.
  ///
  /// It is called under the lock, in the same step in which the place of the message among all others is decided. So it
  /// changes and compares what belongs to the library alone, calls nobody and releases nothing (C7).
  ///
  /// What a handler brings to its own source comes after what others have stored before it, if they have: since it
  /// is stored at once, it has to be delivered after them.
  ///
  /// - Parameters:
  ///   - turn: to which the message belongs if it can be delivered now, where that is known already.
  ///   - line: the way by which it comes, if it began further up.
  /// - Returns: what became of it, or nil if there was no message.
  // The closure is called in one place and handed to nobody, so that it is compiled into the caller.
  @inlinable
  @inline(__always)
  package func bring(in turn: Turn? = nil, by line: Unmanaged<Line>? = nil, storing store: () -> Message?)
    -> SendResult?
  {
    let thread = currentThread()
    storage.lock.lock()
    var place = SerialiserState.Arrival.deliver
    if !storage.tryOwn(thread) { place = storage.takePlace(thread) }
    guard place != .refuse, let message = store() else {
      storage.lock.unlock()
      if place == .refuse { return .ended }
      giveUp(place, thread)
      return nil
    }
    guard place == .deliver else { return put(message, in: place) }
    storage.lock.unlock()
    if let turn {
      turn.eventWaits()
      storage.resume(turn) { receive(message) }
    } else if let line {
      storage.wayIn = line
      receive(message)
      storage.wayIn = nil
    } else {
      receive(message)
    }
    leaveAfterEvent(thread)
    return .delivered
  }

  /// The lock is held, and is free afterwards.
  @inlinable
  @inline(never)
  func put(_ message: Message, in place: SerialiserState.Arrival) -> SendResult {
    var dropped: Message?
    if place == .follow {
      storage.lock.unlock()
      storage.keep(message)
    } else {
      dropped = storage.inbox.append(message, isEnd: false)
      storage.lock.unlock()
      if place == .waitAndSchedule { scheduleDrain() }
    }
    _ = dropped
    return .queued
  }

  /// There is no message after all.
  @inlinable
  @inline(never)
  func giveUp(_ place: SerialiserState.Arrival, _ thread: UInt) {
    if place == .deliver { leaveAfterEvent(thread) }
    // A drain that finds nothing does nothing.
    if place == .waitAndSchedule { scheduleDrain() }
  }
}

extension Serialiser {
  /// Where a message goes that comes now. Under the lock, which is let go of while another is here for a moment.
  @usableFromInline
  final func takePlace(_ thread: UInt) -> SerialiserState.Arrival {
    let inline = executor.allowsInline
    var arrival = change { $0.arrive(on: thread, isEnd: false, inline: inline) }
    var patience = Patience()
    while arrival == .lookAgain {
      lock.unlock()
      patience.giveWay()
      lock.lock()
      arrival = change { $0.arrive(on: thread, isEnd: false, inline: inline) }
    }
    // The batch is the owner's, which this thread is where it follows.
    guard arrival == .follow, !inbox.isEmpty || batchIndex < batch.count else { return arrival }
    word.set(SerialiserState.events)
    return .wait
  }
}

extension Producer {
  /// For what is stored beside the events: see `bring(storing:)`.
  @inlinable package final func lockState() { lock.lock() }
  @inlinable package final func unlockState() { lock.unlock() }

  /// How many joins what is told here may reach, in a row.
  package final var joinsBelow: UInt { inputDepth.glance }
}
