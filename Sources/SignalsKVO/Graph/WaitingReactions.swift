internal import Signals

/// The reactions to those changes of a state that its hub has not delivered yet.
// Unchecked, because the hub's owner and the lock of the graph guard the lists.
final class WaitingReactions: HubFollower, @unchecked Sendable {
  /// The reactions to the change that the hub's owner delivers next. The owner's.
  @safe @exclusivity(unchecked) var delivered = ReactionList()
  /// The reactions to all other changes. Guarded by the lock of the graph.
  @safe @exclusivity(unchecked) var waiting = ReactionList()
  /// One, if there are any. Changed under the lock.
  let isWaiting = AtomicWord(0)

  deinit {
    delivered.release()
    waiting.release()
  }

  override func act(on value: UnsafeRawPointer, at hub: Producer) -> Bool {
    join(hub)
    return true
  }

  private func join(_ hub: Producer) {
    if isWaiting.relaxed != 0 {
      GraphLock.lock()
      isWaiting.store(0)
      delivered.append(waiting)
      waiting = ReactionList()
      GraphLock.unlock()
    }
    if delivered.isEmpty { return }
    unsafe hub.currentTurn(currentThread())._withUnsafeGuaranteedRef { delivered.join($0) }
  }
}
