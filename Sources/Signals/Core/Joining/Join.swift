/// The one joining mechanism (C10): an operator that holds the latest values of its inputs, and emits once when a turn has
/// reached every subscriber.
///
/// The inputs stage the values of a turn and commit them when it settles, so no emission mixes old and new values. Each
/// input has room for one turn at a time, the owning turn. A turn that overlaps with it, on another thread or within it,
/// defers its values to its own end; within one that is settling, to the end of that one, behind the turns of the thread that wait
/// there already.
///
/// `flush` is the operator's part: see `combineLatest` and `withLatest(from:)`.
// Unchecked, like all producers: see ``Producer``.
@usableFromInline
package final class Join<Output: Sendable>: SerialisedOperator<OwnerAction, Output>, TurnParticipant,
  @unchecked Sendable
{
  /// The operator's function: commits the staged values if the flag says so, and emits.
  // Its types are concrete, so that a call in code that is generic over the output looks up no metadata.
  @usableFromInline typealias Flush = BorrowedFunction<AnyObject, Bool>

  /// The identifier of the turn that has staged values in the inputs, or zero.
  @usableFromInline let owningTurn = AtomicWord(0)
  /// The number of turns that have deferred events here.
  private let deferredTurns = AtomicWord(0)
  /// Whether the inputs with staged events are listed, since there may be thousands of others. Set before the first of them.
  @safe @exclusivity(unchecked) @usableFromInline var listsStaged = false
  /// The inputs with staged events, if these are listed. They belong to the turn that owns the staging.
  @safe @exclusivity(unchecked) @usableFromInline var listed: ContiguousArray<JoinInput<Output>> = []
  // Guarded by the lock.
  @safe @exclusivity(unchecked) @usableFromInline var joinInputs: [JoinInput<Output>] = []
  // Used only by the owner.
  @safe @exclusivity(unchecked) @usableFromInline var flush = Flush { _, _ in }
  /// The function after the end, since a call of it may still be under way.
  @safe @exclusivity(unchecked) private var lastFlush = Flush { _, _ in }

  @usableFromInline
  package init(_ downstream: Downstream<Output>, _ connection: Connection) {
    super.init(downstream, connection, weight: 1)
  }

  /// Connects the join to the subscription downstream.
  ///
  /// - Parameter flush: emits. If its flag is set, it first commits the staged values of all inputs, and calls
  ///   `endStaging()`.
  @inlinable
  package func begin(
    _ connection: Connection, _ inputs: [JoinInput<Output>],
    flush: @escaping (_ join: Join, _ isCommitting: Bool) -> Void
  ) -> Bool {
    joinInputs = inputs
    self.flush = Flush { join, isCommitting in unsafe flush(unsafeDowncast(join, to: Join.self), isCommitting) }
    if connection.connect(to: self) { return true }
    withdraw()
    return false
  }

  /// Releases the state of a join that was cancelled before it began, since `releaseState()` isn't called then.
  // A separate function, so that the path of a subscription needs little stack.
  @usableFromInline
  @inline(never)
  func withdraw() {
    joinInputs = []
    flush = Flush { _, _ in }
  }

  @usableFromInline
  package override func releaseState() {
    // The inputs refer to this join, and so does the function, through the inputs.
    swap(&flush, &lastFlush)
    hasDeferredWork = true
    lock.lock()
    let gone = joinInputs
    joinInputs = []
    lock.unlock()
    _ = gone
  }

  @usableFromInline
  package override func performDeferredWork() {
    if !isOpen { lastFlush = Flush { _, _ in } }
  }

  // MARK: - During a turn

  /// The place for an event of an input.
  @usableFromInline
  package enum Staging {
    /// In the input. The join emits when the turn settles.
    case untilTurnSettles
    /// In the input. The join emits at once, since the event has no turn.
    case forNow
    /// In a list for the end of this turn, since another turn owns the staging.
    case deferred(Turn)
    /// In the inbox: the event has no turn, and a turn owns the staging.
    case inbox
  }

  @usableFromInline
  package func staging(from connection: Connection) -> Staging {
    guard let turn = unsafe connection.turnOfEvent else { return owningTurn.acquire(0, as: 1) ? .forNow : .inbox }
    let identifier = unsafe UInt(bitPattern: turn.toOpaque())
    if owningTurn.relaxed == identifier { return .untilTurnSettles }
    return unsafe turn._withUnsafeGuaranteedRef { turn in
      // The events of a turn at a join stay together: after one deferred event, all are.
      guard deferredTurns.relaxed == 0 || isNext(turn), owningTurn.acquire(0, as: identifier) else {
        return .deferred(turn)
      }
      turn.reach(self, depth: inputDepth.relaxed)
      return .untilTurnSettles
    }
  }

  /// Has `commit` commit the staged events of each listed input.
  // Inlined, as what adds an input: other code would look the type of the list up.
  @inlinable
  package func commitListed(by commit: (JoinInput<Output>) -> Void) {
    for input in listed {
      input.isListed = false
      commit(input)
    }
    listed.removeAll(keepingCapacity: listed.count < 64)
  }

  private func unlistAll() {
    for input in listed { input.isListed = false }
    listed = []
  }

  /// Frees the staging for another turn, after the values of one turn were committed.
  @inlinable
  package func endStaging() { owningTurn.store(0) }

  /// Stores an event that can't be staged in its input.
  @usableFromInline
  package func keep(_ action: @escaping OwnerAction, in staging: Staging) {
    guard case .deferred(let turn) = staging else { return apply([action], in: nil) }
    if let deferred = deferredActions(in: turn) { return deferred.actions.append(action) }
    let deferred = DeferredActions(self, action)
    turn.deferredActions[ObjectIdentifier(self)] = deferred
    turn.reach(deferred)
  }

  private func deferredActions(in turn: Turn) -> DeferredActions? {
    turn.deferredActions.isEmpty ? nil : turn.deferredActions[ObjectIdentifier(self)] as? DeferredActions
  }

  /// Whether a turn may own the staging although events were deferred: none of them are its own, nor of a turn that comes before it.
  @inline(never)
  private func isNext(_ turn: Turn) -> Bool { deferredActions(in: turn) == nil && turnToWaitFor(in: turn) == nil }

  /// The turn of this thread after which `turn` settles here, if there is one.
  private func turnToWaitFor(in turn: Turn) -> Turn? {
    SettlingTurns.turn(holding: ObjectIdentifier(self), ownedBy: owningTurn.relaxed, before: turn)
  }

  private final class DeferredActions: TurnParticipant {
    let join: Join
    var actions: [OwnerAction]

    init(_ join: Join, _ action: @escaping OwnerAction) {
      self.join = join
      actions = [action]
      join.deferredTurns.add(1)
    }

    deinit { join.deferredTurns.add(-1) }

    var depth: UInt { join.depth }

    func settle(in turn: Turn) {
      // The join emits first for a turn of this thread that has reached it before.
      if let outer = join.turnToWaitFor(in: turn) { return outer.postpone(turn, before: self) }
      turn.deferredActions[ObjectIdentifier(join)] = nil
      join.apply(actions, in: turn)
    }
  }

  // MARK: - When a turn settles

  @usableFromInline
  package var depth: UInt { inputDepth.relaxed }

  @usableFromInline
  package func settle(in turn: Turn) { flush(in: turn) }

  /// Commits the staged values, and emits.
  @usableFromInline
  package func flush(in turn: Turn?) {
    let thread = currentThread()
    if tryOwn(thread) {
      // Without a turn, the emission may begin one, which ends when the owner leaves.
      if let turn { self.turn = unsafe .passUnretained(turn) }
      // After the end nothing commits, and others may wait for this turn.
      if isOpen {
        flush(self, true)
      } else {
        unlistAll()
        endStaging()
      }
      if turn != nil { self.turn = nil }
      leave(thread)
    } else {
      let staged = listsStaged ? Array(listed) : currentInputs
      unlistAll()
      let actions = staged.compactMap { $0.takeStaged() }
      endStaging()
      apply(actions, in: turn)
    }
  }

  /// Applies events that were kept elsewhere, and emits: now if the join is idle, else in its turn.
  @usableFromInline
  package func apply(_ actions: [OwnerAction], in turn: Turn?) {
    let thread = currentThread()
    if tryOwn(thread) {
      if let turn { self.turn = unsafe .passUnretained(turn) }
      apply(actions)
      if turn != nil { self.turn = nil }
      leave(thread)
    } else {
      _ = arrive({ [self] in apply(actions) }, isEnd: false)
    }
  }

  private func apply(_ actions: [OwnerAction]) {
    for action in actions { action() }
    flush(self, false)
  }

  @usableFromInline
  package override func receive(_ action: @escaping OwnerAction) {
    if isOpen { action() }
  }

  // MARK: - For the operator's function

  /// Whether an input has received a value since the last emission.
  @safe @exclusivity(unchecked) @usableFromInline package var hasNewValue = false
  /// The number of inputs that have ended.
  @safe @exclusivity(unchecked) @usableFromInline package private(set) var endCount = 0
  /// Whether one of them has ended without a value.
  @safe @exclusivity(unchecked) @usableFromInline package private(set) var hasEmptyEnd = false
  @safe @exclusivity(unchecked) private var hasFailure = false

  /// Whether an input has ended.
  @inlinable package var hasEnds: Bool { endCount > 0 }

  func note(_ end: End, hasValue: Bool) {
    endCount += 1
    if !hasValue { hasEmptyEnd = true }
    if case .failed = end { hasFailure = true }
  }

  /// Fails if an input has failed, other than `exception`, and returns whether one has. In that case nothing else is emitted.
  @usableFromInline
  package func failIfInputFailed(except exception: JoinInput<Output>? = nil) -> Bool {
    // There may be thousands of inputs.
    guard hasFailure else { return false }
    for input in currentInputs where input !== exception {
      if case .failed = input.end, let end = input.end {
        finish(end)
        return true
      }
    }
    return false
  }

  @usableFromInline
  package var currentInputs: [JoinInput<Output>] {
    lock.lock()
    defer { lock.unlock() }
    return joinInputs
  }
}
