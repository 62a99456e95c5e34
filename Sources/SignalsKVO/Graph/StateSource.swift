internal import Signals

/// The node of a state that any thread may change: that of a ``Property`` or of an observed collection.
///
/// A change marks its dependents in the same step in which it is stored, under the lock of the state. If the state has a hub,
/// the reactions that it reaches join the turn of the event that delivers the change. Otherwise the thread that makes the
/// change has them act.
// Unchecked, as its superclass.
@usableFromInline
class StateSource: DependencyNode, @unchecked Sendable {
  // Guarded by the lock of the state, except as stated.
  /// One, once a computation has read the state. Any thread may look at it.
  private final let readWord = AtomicHalfWord(0)
  /// How many bindings want to know where changes come from.
  @safe @exclusivity(unchecked) @usableFromInline final var bindingCount = 0
  /// The parts that bindings want to know of, once there is one.
  @safe @exclusivity(unchecked) @usableFromInline final var boundParts: AnyObject?
  /// The cause of the last change, if one of them wanted to know. Any thread may look at it.
  @usableFromInline final let newestCause = AtomicWord(0)
  /// The follower of the hub, which delivers the reactions; nil if the state has no hub.
  @safe @exclusivity(unchecked) private final var reached: Reached?
  @safe @exclusivity(unchecked) private final weak var feedIfAny: SourceFeed?
  /// The state, until its owner releases it. Guarded by the lock of the graph.
  // Not weak, since a weak reference takes an object of its own, and slows down every use of the state.
  @exclusivity(unchecked) private final unowned(unsafe) var state: (any RecordedState)?

  /// - Parameter state: has this forget it while something still keeps it; nil if this needs no state in order to be shown.
  init(of state: (any RecordedState)?) {
    unsafe self.state = state
    super.init()
  }

  @usableFromInline final var isRead: Bool { readWord.value != 0 }

  /// Has later changes mark this. Called once, under the lock of the state.
  final func beRead(feed: SourceFeed? = nil) {
    if let feed {
      feedIfAny = feed
      isFed = true
    }
    readWord.store(1)
  }

  /// Returns the follower of the state's new hub, which puts the reactions into the turn. The hub retains it, and it does not
  /// refer to this node. Called once, under the lock of the state.
  final func makeFollower() -> HubFollower {
    let made = Reached()
    reached = made
    return made
  }

  override final var feed: SourceFeed? { feedIfAny }

  // MARK: - In the live graph

  override func recordedChanges() -> Signal<Void>? {
    GraphLock.lock()
    // Retained before the lock is given up, since the owner may release the state after `forgetState()`.
    let state = unsafe state
    GraphLock.unlock()
    return state?.recordedChanges()
  }

  /// Called while something still keeps the state.
  final func forgetState() {
    GraphLock.lock()
    unsafe state = nil
    GraphLock.unlock()
  }

  // MARK: - A change

  /// Marks all dependents of a state with a hub. Called under the lock of the state.
  ///
  /// - Parameters:
  ///   - isOwner: whether this thread owns the hub and delivers the change next.
  ///   - cause: the cause of the change, if bindings want to know.
  @usableFromInline
  @inline(never)
  final func changed(isOwner: Bool, for cause: UInt = 0) {
    guard isRead else { return }
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
  ///
  /// - Parameter cause: the cause of the change, if bindings want to know.
  final func changed(for cause: UInt) -> ReactionList {
    var reached = ReactionList(for: cause)
    GraphLock.lock()
    markChanged(&reached)
    GraphLock.unlock()
    return reached
  }

  /// The reactions to the changes that are not delivered yet.
  // Unchecked, for the reasons below.
  private final class Reached: HubFollower, @unchecked Sendable {
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
}

/// A state that is shown in the live graph, beside the computations that read it (C16).
protocol RecordedState: AnyObject {
  /// Emits for each change, as the node of the state in the live graph.
  func recordedChanges() -> Signal<Void>
}

/// The node of a state that may be released at any moment, and that is shown by way of its hub.
// Unchecked, as its superclass.
final class HubSource: StateSource, @unchecked Sendable {
  private let recorded: () -> Signal<Void>

  /// - Parameter recorded: returns the changes, as the node of the state in the live graph.
  init(recorded: @escaping () -> Signal<Void>) {
    self.recorded = recorded
    super.init(of: nil)
  }

  override func recordedChanges() -> Signal<Void>? { recorded() }
}
