internal import Signals

/// The node of a state that any thread may change: that of a ``Property`` or of an observed collection.
///
/// A change marks its dependents in the same step in which it is stored, under the lock of the state. If the state has a hub,
/// the reactions that it reaches join the turn of the event that delivers the change. Otherwise the thread that makes the
/// change has them act.
// Unchecked, as its superclass.
@usableFromInline
final class StateSource: DependencyNode, @unchecked Sendable {
  /// The follower of the hub, which delivers the reactions; nil if the state has no hub. Changed under the lock of the state.
  @exclusivity(unchecked) private var reached: Reached?
  private let recorded: @Sendable () -> Signal<Void>?

  /// - Parameters:
  ///   - feed: sets the state while it is observed.
  ///   - recorded: returns the changes, as the node of the state in the live graph, unless the state was released.
  init(feed: SourceFeed? = nil, recorded: @escaping @Sendable () -> Signal<Void>?) {
    feedIfAny = feed
    self.recorded = recorded
    super.init()
    isFed = feed != nil
  }

  /// Returns the follower of the state's new hub, which puts the reactions into the turn. The hub retains it, and it does not
  /// refer to this node. Called once, under the lock of the state.
  func makeFollower() -> HubFollower {
    let made = Reached()
    reached = made
    return made
  }

  private weak let feedIfAny: SourceFeed?

  override var feed: SourceFeed? { feedIfAny }

  override func recordedChanges() -> Signal<Void>? { recorded() }

  /// Marks all dependents of a state with a hub. Called under the lock of the state.
  ///
  /// - Parameters:
  ///   - isOwner: whether this thread owns the hub and delivers the change next.
  ///   - cause: the cause of the change, if bindings want to know.
  @usableFromInline
  @inline(never)
  func changed(isOwner: Bool, for cause: UInt = 0) {
    guard let reached else { preconditionFailure("A hub that follows a node has a follower.") }
    GraphLock.lock()
    if isOwner {
      reached.delivered.cause = cause
      markChanged(&reached.delivered)
    } else {
      reached.waiting.cause = cause
      markChanged(&reached.waiting)
      if !reached.waiting.isEmpty { reached.isWaiting.store(1) }
    }
    GraphLock.unlock()
  }

  /// Marks all dependents of a state without a hub, and returns the reactions that were reached. Called under the lock of the
  /// state.
  func changed() -> ReactionList {
    var reached = ReactionList(for: Turn.cause)
    GraphLock.lock()
    markChanged(&reached)
    GraphLock.unlock()
    return reached
  }

  /// The reactions to the changes that are not delivered yet.
  // Unchecked, for the reasons below.
  private final class Reached: HubFollower, @unchecked Sendable {
    /// The reactions to the change that the hub's owner delivers next. The owner's.
    @exclusivity(unchecked) var delivered = ReactionList()
    /// The reactions to all other changes. Guarded by the lock of the graph.
    @exclusivity(unchecked) var waiting = ReactionList()
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
      hub.currentTurn(currentThread())._withUnsafeGuaranteedRef { delivered.join($0) }
    }
  }
}
