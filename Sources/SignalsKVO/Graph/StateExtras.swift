internal import Signals

/// What only few states need: those with bindings, with a feed, or with both a hub and computations.
///
/// It is the follower of the hub, which puts the reactions into the turn of the change that has reached them. It refers to neither
/// the state nor the hub.
// Unchecked, because the hub's owner or one of two locks guards each part.
@usableFromInline
final class StateExtras: HubFollower, @unchecked Sendable {
  // Guarded by the lock of the state, except as stated.
  /// How many bindings want to know where changes come from.
  @safe @exclusivity(unchecked) @usableFromInline var bindingCount = 0
  /// The parts that bindings want to know of, once there is one.
  @safe @exclusivity(unchecked) @usableFromInline var boundParts: AnyObject?
  /// The cause of the last change, if one of them wanted to know. Any thread may look at it.
  @usableFromInline let newestCause = AtomicWord(0)
  /// Sets the state while it is observed.
  @safe @exclusivity(unchecked) weak var feed: SourceFeed?
  /// The thread that has stored the last change, once `modify` has to know that.
  @safe @exclusivity(unchecked) @usableFromInline var lastSetter: UInt = 0

  /// The reactions to the change that the hub's owner delivers next. The owner's.
  @safe @exclusivity(unchecked) private var delivered = ReactionList()
  /// The reactions to all other changes that are not delivered yet. Guarded by the lock of the graph.
  @safe @exclusivity(unchecked) private var waiting = ReactionList()
  /// One, if there are any. Changed under that lock.
  private let isWaiting = AtomicWord(0)

  deinit {
    delivered.release()
    waiting.release()
  }

  /// Collects the reactions that `mark` reaches. Under the lock of the graph.
  ///
  /// - Parameters:
  ///   - isOwner: whether this thread owns the hub and delivers the change next.
  ///   - cause: the cause of the change, if bindings want to know.
  func collect(isOwner: Bool, for cause: UInt, _ mark: (inout ReactionList) -> Void) {
    if isOwner {
      delivered.cause = cause
      mark(&delivered)
    } else {
      waiting.cause = cause
      mark(&waiting)
      if !waiting.isEmpty { isWaiting.store(1) }
    }
  }

  /// See `ReactionList.joinSettlingTurn(if:)`. The hub's owner's, and not under the lock of the graph.
  @inline(__always)
  func haveDeliveredJoinSettlingTurn(after node: DependencyNode) {
    delivered.joinSettlingTurn { node.isFeedPending(besides: $0) }
  }

  /// Keeps the reactions to a change until its event is delivered. Under the lock of the graph.
  func keep(_ reached: ReactionList) {
    if reached.isEmpty { return }
    waiting.append(reached)
    isWaiting.store(1)
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
