internal import Signals

/// The node of a state that any thread may change: that of a ``Property`` or of an observed collection.
///
/// A change marks what depends on it in the same step in which it is stored, under the lock of the state. The reactions that
/// are reached join the turn of the event that delivers the change.
// Unchecked, as its superclass.
@usableFromInline
final class StateSource: DependencyNode, @unchecked Sendable {
  private let reached = Reached()

  /// Puts the reactions into the turn. The hub retains it, and it does not refer to this node.
  var follower: HubFollower {
    HubFollower { [reached] hub in
      GraphLock.lock()
      var reactions = reached.reactions
      reached.reactions = ReactionList()
      GraphLock.unlock()
      if reactions.isEmpty { return }
      hub.currentTurn(currentThread())._withUnsafeGuaranteedRef { reactions.join($0) }
    }
  }

  private let recorded: @Sendable () -> Signal<Void>

  /// - Parameter recorded: returns the changes, as the node of the state in the live graph.
  init(recorded: @escaping @Sendable () -> Signal<Void>) {
    self.recorded = recorded
    super.init()
  }

  override func recordedChanges() -> Signal<Void>? { recorded() }

  /// Marks everything that depends on the state. Called under the lock of the state.
  @usableFromInline
  @inline(never)
  func changed() {
    GraphLock.lock()
    markChanged(&reached.reactions)
    GraphLock.unlock()
  }

  /// The reactions to the changes that are not delivered yet.
  // Unchecked, because the lock of the graph guards them.
  private final class Reached: @unchecked Sendable {
    @exclusivity(unchecked) var reactions = ReactionList()

    deinit { reactions.release() }
  }
}
