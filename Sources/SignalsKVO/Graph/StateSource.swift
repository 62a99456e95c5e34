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
  /// Whether `modify` has to know which thread stores a change: see `Store.checkSetter(_:_:)`.
  @safe @exclusivity(unchecked) @usableFromInline final var notesSetter = false
  /// One, once a computation has read the state. Any thread may look at it.
  @usableFromInline final let readWord = AtomicHalfWord(0)
  /// What only few states need, once there is any of it.
  @usableFromInline final let extrasIfAny = UntypedLazyReference()

  @usableFromInline
  init() { super.init(.state) }

  deinit { assert(!isRead || !canChange, "The owner of a state has to call leaveDependents().") }

  @inlinable final var isRead: Bool { readWord.value != 0 }

  /// Has later changes mark this. Called once, under the lock of the state.
  ///
  /// - Parameter feed: sets the state while it is observed.
  final func markRead(settingBy feed: SourceFeed? = nil) {
    if let feed {
      extras.feed = feed
      isFed = true
    }
    readWord.store(1)
  }

  @inlinable
  @inline(__always)
  final var extrasIfMade: Unmanaged<StateExtras>? { unsafe extrasIfAny.ifMade(as: StateExtras.self) }

  /// Made if there are none. The hub of the state has these as its follower, if a computation reads the state.
  @usableFromInline final var extras: StateExtras { extrasIfAny.object { StateExtras() } }

  /// Passes the extras, without retaining them: this keeps them.
  @inlinable
  @inline(__always)
  final func withExtras<Answer>(_ body: (StateExtras) -> Answer) -> Answer {
    unsafe (extrasIfMade ?? .passUnretained(extras))._withUnsafeGuaranteedRef(body)
  }

  override final var feed: SourceFeed? { unsafe extrasIfMade?._withUnsafeGuaranteedRef { $0.feed } }

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
    if !isOwner, SettlingTurns.areThereAny { return changedInSettlingTurn(for: cause) }
    GraphLock.lock()
    withExtras { $0.collect(isOwner: isOwner, for: cause) { markChanged(&$0) } }
    GraphLock.unlock()
    if isOwner { withExtras { $0.haveDeliveredJoinSettlingTurn(after: self) } }
  }

  /// The same, where the event waits for the one that the hub's owner delivers, and a turn of this thread is settling.
  private final func changedInSettlingTurn(for cause: UInt) {
    var reached = changed(for: cause)
    reached.joinSettlingTurn { isFeedPending(besides: $0) }
    GraphLock.lock()
    withExtras { $0.keep(reached) }
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
}

/// The node of a state that is shown in the live graph by way of its hub.
// Unchecked, as its superclass.
final class HubSource: StateSource, @unchecked Sendable {
  private let recorded: () -> Signal<Void>

  /// - Parameter recorded: returns the changes, as the node of the state in the live graph.
  init(recorded: @escaping () -> Signal<Void>) {
    self.recorded = recorded
    super.init()
  }

  override func recordedChanges() -> Signal<Void>? { recorded() }
}
