/// The one joining mechanism (C10): an operator that holds the latest values of its inputs, and emits once when a turn has
/// reached every subscriber.
///
/// The inputs stage the values of a turn and commit them when it settles, so no emission mixes old and new values. Each
/// input has room for one turn at a time, the owning turn. A turn that overlaps with it, on another thread or within it,
/// defers its values to its own end; within one that is settling, to the end of that one.
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
  /// The number of turns that are over and have reached this, but wait for others or for a busy source before they settle here.
  private let waitingTurns = AtomicWord(0)
  /// Whether the owning turn is one of them. Used by the thread of that turn.
  @safe @exclusivity(unchecked) private var isOwningTurnWaiting = false
  // Guarded by the lock.
  @safe @exclusivity(unchecked) @usableFromInline var joinInputs: [JoinInput<Output>] = []
  // Used only by the owner.
  @safe @exclusivity(unchecked) @usableFromInline var flush = Flush { _, _ in }
  /// The function after the end, since a call of it may still be under way.
  @safe @exclusivity(unchecked) private var lastFlush = Flush { _, _ in }
  /// Deferred events that come after those of a waiting turn at the same inputs.
  @safe @exclusivity(unchecked) private var early: [DeferredEvents] = []
  /// Whether there are any.
  // Apart from the array, whose generic type the path of a value would look up at run time.
  @safe @exclusivity(unchecked) private var hasEarly = false

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
    if !isOpen {
      lastFlush = Flush { _, _ in }
      if hasEarly { early = [] }
    } else if hasEarly {
      applyEarly()
    }
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
    guard let turn = unsafe connection.turnOfEvent else {
      return waitingTurns.relaxed == 0 && owningTurn.acquire(0, as: 1) ? .forNow : .inbox
    }
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

  /// Frees the staging for another turn, after the values of one turn were committed.
  @inlinable
  package func endStaging() { owningTurn.store(0) }

  /// Stores an event that can't be staged in its input.
  ///
  /// - Parameter predecessor: the number of the value of the input before it.
  @usableFromInline
  package func keep(
    _ action: @escaping OwnerAction, of input: JoinInput<Output>, after predecessor: UInt, in staging: Staging
  ) {
    guard case .deferred(let turn) = staging else {
      let events = DeferredEvents(self)
      events.append(action, of: input, after: predecessor)
      return apply(events, in: nil)
    }
    let events = deferredEvents(in: turn) ?? DeferredEvents(self)
    if events.isEmpty {
      turn.deferredEvents[ObjectIdentifier(self)] = events
      turn.reach(events)
    }
    events.append(action, of: input, after: predecessor)
  }

  private func deferredEvents(in turn: Turn) -> DeferredEvents? {
    turn.deferredEvents.isEmpty ? nil : turn.deferredEvents[ObjectIdentifier(self)] as? DeferredEvents
  }

  /// Whether no turn with deferred events comes before this one.
  @inline(never)
  private func isNext(_ turn: Turn) -> Bool {
    deferredEvents(in: turn) == nil && waitingTurns.relaxed == 0 && turnToWaitFor(in: turn) == nil
  }

  private func turnToWaitFor(in turn: Turn) -> Turn? {
    SettlingTurns.turn(holding: ObjectIdentifier(self), ownedBy: owningTurn.relaxed, before: turn)
  }

  /// The events of a turn at a join that is staging those of another one, or one event without a turn.
  private final class DeferredEvents: TurnParticipant {
    private let join: Join
    private var actions: [OwnerAction] = []
    /// The inputs of the events, each with the number of the value before the first of them.
    private var predecessors: [(input: JoinInput<Output>, number: UInt)] = []
    private var isTurnWaiting: Bool

    init(_ join: Join, isTurnWaiting: Bool = false) {
      self.join = join
      self.isTurnWaiting = isTurnWaiting
      join.deferredTurns.add(1)
    }

    var isEmpty: Bool { actions.isEmpty }

    func append(_ action: @escaping OwnerAction, of input: JoinInput<Output>, after predecessor: UInt) {
      actions.append(action)
      if !predecessors.contains(where: { $0.input === input }) { predecessors.append((input, predecessor)) }
    }

    func append(_ action: @escaping OwnerAction) { actions.append(action) }

    /// Whether all earlier values of the inputs were committed, if another turn waits that may have brought some. Asked by the join's
    /// owner.
    var areDue: Bool {
      join.waitingTurns.value == (isTurnWaiting ? 1 : 0) || predecessors.allSatisfy { $0.input.committed >= $0.number }
    }

    /// Called by the join's owner.
    func apply() {
      for action in actions { action() }
      join.deferredTurns.add(-1)
      if isTurnWaiting { join.waitingTurns.add(-1) }
    }

    func turnWaits() {
      if isTurnWaiting { return }
      isTurnWaiting = true
      join.waitingTurns.add(1)
    }

    var depth: UInt { join.depth }

    func settle(in turn: Turn) {
      // The join emits first for a turn of this thread that has reached it before.
      if let outer = join.turnToWaitFor(in: turn) ?? join.emittingTurn(currentThread()) {
        return outer.postpone(turn, before: self)
      }
      turn.deferredEvents[ObjectIdentifier(join)] = nil
      join.apply(self, in: turn)
    }
  }

  // MARK: - When a turn settles

  @usableFromInline
  package var depth: UInt { inputDepth.relaxed }

  @usableFromInline
  package func settle(in turn: Turn) { flush(in: turn) }

  package func turnWaits() {
    if isOwningTurnWaiting { return }
    isOwningTurnWaiting = true
    waitingTurns.add(1)
  }

  /// Commits the staged values, and emits.
  @usableFromInline
  package func flush(in turn: Turn?) {
    let thread = currentThread()
    let wasWaiting = isOwningTurnWaiting
    // Before the staging ends, since the next owning turn may wait, too.
    if wasWaiting { isOwningTurnWaiting = false }
    if tryOwn(thread) {
      // Without a turn, the emission may begin one, which ends when the owner leaves.
      if let turn { self.turn = unsafe .passUnretained(turn) }
      flush(self, true)
      // After the end nothing commits, and others may wait for this turn.
      if !isOpen { endStaging() }
      if wasWaiting { waitingTurns.add(-1) }
      if hasEarly { hasDeferredWork = true }
      if turn != nil { self.turn = nil }
      leave(thread)
    } else if let turn, let outer = emittingTurn(thread) {
      isOwningTurnWaiting = wasWaiting
      outer.postpone(turn, before: self)
    } else {
      let events = DeferredEvents(self, isTurnWaiting: wasWaiting)
      for input in currentInputs {
        if let action = input.takeStaged() { events.append(action) }
      }
      endStaging()
      apply(events, in: turn)
    }
  }

  /// The turn up to which another one waits if this join is emitting on this thread, and a handler below has sent.
  private func emittingTurn(_ thread: UInt) -> Turn? {
    guard isOwned(by: thread), let turn else { return nil }
    return SettlingTurns.turn(around: unsafe UInt(bitPattern: turn.toOpaque()))
  }

  /// Applies events that were kept elsewhere, and emits: now if the join is idle, else in its turn.
  private func apply(_ events: DeferredEvents, in turn: Turn?) {
    let thread = currentThread()
    if tryOwn(thread) {
      if let turn { self.turn = unsafe .passUnretained(turn) }
      apply(events)
      if turn != nil { self.turn = nil }
      leave(thread)
    } else {
      _ = arrive({ [self] in apply(events) }, isEnd: false)
    }
  }

  /// The same, in the owner. Events that have earlier ones before them wait for those (C4).
  private func apply(_ events: DeferredEvents) {
    guard isOpen else { return }
    guard events.areDue else {
      hasEarly = true
      return early.append(events)
    }
    events.apply()
    flush(self, false)
    if hasEarly { hasDeferredWork = true }
  }

  /// Applies the first of the early events that are due by now. They emit in a turn of their own.
  @inline(never)
  private func applyEarly() {
    guard let index = early.firstIndex(where: \.areDue) else { return }
    let due = early.remove(at: index)
    hasEarly = !early.isEmpty
    apply(due)
  }

  @usableFromInline
  package override func receive(_ action: @escaping OwnerAction) {
    if isOpen { action() }
  }

  // MARK: - For the operator's function

  /// Whether an input has received a value since the last emission.
  @safe @exclusivity(unchecked) @usableFromInline package var hasNewValue = false
  /// Whether an input has ended.
  @safe @exclusivity(unchecked) @usableFromInline package var hasEnds = false

  /// Fails if an input has failed, and returns whether it has. In that case nothing else is emitted.
  @usableFromInline
  package func failIfInputFailed() -> Bool {
    for input in currentInputs {
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
