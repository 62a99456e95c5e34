/// The synchronous propagation of one event, or of several sends in a ``transaction(_:)``. It records the joins that
/// are reached, and flushes them when the event has reached every subscriber (C10, C11).
///
/// An event doesn't carry its turn. The producer where the event begins creates one when the first join on the path
/// asks for it, so without a join there is no turn. A join finds it by walking up from its input, through the producers
/// that passed the event on inline, to the one where it began; see ``Connection/currentTurn``.
///
/// The deepest join flushes first: the one with the most joins downstream of it. Its emission may reach others, which are
/// less deep. Depth is counted from below, since a subscription is built from below: a signal that a
/// ``SignalConvertible/switchToLatest(file:line:)`` subscribes to later is upstream of it and therefore deeper, however long it is.
/// Depth grows afterwards only where several subscriptions share a signal; everything upstream then learns of it at once.
///
/// A turn belongs to one thread.
// Unchecked, because it never leaves that thread.
@usableFromInline
@safe
package final class Turn: @unchecked Sendable {
  /// The participants of depth 1 that have something to flush: most of them have, and one change of a state may reach
  /// thousands.
  @safe @exclusivity(unchecked) private var shallow = FIFO<any TurnParticipant>()
  /// Participants of depth 1 that another module has linked. They were reached before those in `shallow`.
  @safe @exclusivity(unchecked) private var linked: UnsafeMutableRawPointer?
  @safe @exclusivity(unchecked) private var lastLinked: UnsafeMutableRawPointer?
  @safe @exclusivity(unchecked) private var links: (any LinkedParticipants.Type)?
  /// The other participants, by the depths that they had when they were reached, or when this was last sorted.
  @safe @exclusivity(unchecked) private var reached = DepthQueue<any TurnParticipant>()
  /// The participants that hold the events of this turn that joins have deferred, since another turn owned their staging.
  /// By the identities of the joins, until each participant settles.
  @safe @exclusivity(unchecked) var deferredActions: [ObjectIdentifier: any TurnParticipant] = [:]
  /// The number of times that joins had become deeper when `reached` was last sorted.
  @safe @exclusivity(unchecked) private var order = Turn.deepenings.relaxed
  /// The number of events of this turn that wait in a producer of this thread for the event under way there.
  @safe @exclusivity(unchecked) private var waiting = 0
  /// Whether the propagation is complete, except for the events that wait.
  @safe @exclusivity(unchecked) private var isOver = false
  @safe @exclusivity(unchecked) private var isSettling = false
  /// Turns that run within this one, each with the participant before which it waits until this one has settled.
  @safe @exclusivity(unchecked) private var postponed = FIFO<(turn: Turn, participant: any TurnParticipant)>()
  /// The place of this turn among those that were postponed, or may be, in the order in which they began; or zero.
  @safe @exclusivity(unchecked) private var postponement: UInt = 0
  /// What is to be done when everything else is done.
  @safe @exclusivity(unchecked) private var afterwards = FIFO<() -> Void>()
  @safe @exclusivity(unchecked) private var causes = TurnCauses()
  /// State that another module keeps here for as long as the turn lasts.
  @safe @exclusivity(unchecked) package var attachment: AnyObject?

  /// Counts the times that a join became deeper, so that turns under way sort their participants again.
  static let deepenings = AtomicWord(0)

  @usableFromInline
  package init() {}

  // MARK: - The turns of transactions

  // Creating and releasing a turn takes longer than most transactions, so each thread keeps a settled one.

  /// Returns a turn for a transaction or an event of this thread, to be passed to `settle(_:at:)`.
  ///
  /// - Parameter place: where the thread keeps its ``TurnContext``.
  @usableFromInline
  package static func begin(at place: ThreadContext<TurnContext>.Place) -> Unmanaged<Turn> {
    let spare = unsafe ThreadContext<TurnContext>.keepsake(at: place.address)
    guard let kept = unsafe spare.pointee else { return unsafe .passRetained(Turn()) }
    unsafe spare.pointee = nil
    return unsafe .fromOpaque(kept.toOpaque())
  }

  /// Settles a turn, and keeps it for another one. If events of the turn still wait, they keep it.
  @usableFromInline
  package static func settle(_ turn: Unmanaged<Turn>, at place: ThreadContext<TurnContext>.Place) {
    let spare = unsafe ThreadContext<TurnContext>.keepsake(at: place.address)
    let isReusable = unsafe turn._withUnsafeGuaranteedRef { $0.end() && $0.isBlank }
    if isReusable, unsafe spare.pointee == nil {
      unsafe spare.pointee = .fromOpaque(turn.toOpaque())
    } else {
      unsafe turn.release()
    }
  }

  /// Whether this is equivalent to a new turn, and holds little memory.
  private var isBlank: Bool {
    attachment == nil && causes.isUnused && reached.isCompact && shallow.capacity <= 64
      && deferredActions.capacity <= 64 && postponed.capacity <= 64 && afterwards.capacity <= 64
  }

  // MARK: - Participants

  /// Adds a participant, which settles at the end of the turn. Of two that are equally deep, the one reached first
  /// settles first.
  package func reach(_ participant: any TurnParticipant) { reach(participant, depth: participant.depth) }

  /// The same, for a participant that acts for this cause.
  package func reach(_ participant: any TurnParticipant, for cause: UInt) {
    reach(participant, depth: participant.depth)
    causes.keep(cause, of: participant)
  }

  @inline(__always)
  func reach(_ participant: any TurnParticipant, depth: UInt) {
    if TurnCauses.areWanted { causes.keep(Self.cause, of: participant) }
    insert(participant, depth: depth)
  }

  @inline(__always)
  private func insert(_ participant: any TurnParticipant, depth: UInt) {
    if depth == 1 { shallow.append(participant) } else { reached.append(participant, depth: depth) }
  }

  /// Adds linked participants of depth 1, which settle at the end of the turn. The list that has linked them
  /// keeps them until then. Returns false if they have to be reached one by one.
  package func reach(
    _ first: UnsafeMutableRawPointer, _ last: UnsafeMutableRawPointer, as links: any LinkedParticipants.Type
  ) -> Bool {
    guard shallow.isEmpty else { return false }
    if unsafe linked == nil {
      linked = unsafe first
      self.links = links
    } else if let lastLinked {
      unsafe links.link(lastLinked, to: first)
    }
    lastLinked = unsafe last
    return true
  }

  /// Whether another module tracks causes.
  package static var keepsCauses: Bool { TurnCauses.areWanted }

  /// The cause of this thread's current action, if another module tracks causes.
  @inlinable package static var cause: UInt { TurnCauses.areWanted ? presentCause : 0 }

  @usableFromInline
  @inline(never)
  static var presentCause: UInt { unsafe TurnCauses.causation?.cause ?? 0 }

  /// Runs `body`, which acts for this cause.
  @usableFromInline
  package static func act(for cause: UInt, _ body: () -> Void) {
    guard cause != 0, let causation = unsafe TurnCauses.causation else { return body() }
    causation.act(for: cause, body)
  }

  /// The later of two causes: the one with more causes before it.
  package static func further(_ one: UInt, _ other: UInt) -> UInt {
    unsafe TurnCauses.causation?.further(one, other) ?? one
  }

  /// Has nothing be recorded of what participants read when they settle. Called by one thread at a time.
  package static func pauseReads(by recorder: any ReadRecorder.Type) { RecordedReads.record(by: recorder) }

  /// Starts tracking the causes of participants. Called once.
  package static func keepCauses(by causation: any Causation.Type) { TurnCauses.keep(by: causation) }

  // MARK: - The end

  /// Settles the turn, now or when the last event that waits has reached every subscriber.
  ///
  /// Returns whether it has settled, so that another event may use it.
  @discardableResult
  package func end() -> Bool {
    isOver = true
    settle()
    guard waiting == 0 else { return false }
    isOver = false
    return true
  }

  @usableFromInline
  package func eventWaits() { waiting += 1 }

  package func eventHasBeenEverywhere() {
    waiting -= 1
    if isOver { settle() }
  }

  private func settle() {
    // Not within itself: an emission reaches every subscriber before the next participant settles.
    guard !isSettling else { return }
    isSettling = true
    if unsafe linked != nil || !shallow.isEmpty || !reached.isEmpty || !postponed.isEmpty, !settleIndependent() {
      RecordedReads.pause {
        SettlingTurns.with(self) {
          settleParticipants()
          if !postponed.isEmpty { settlePostponed() }
        }
      }
    }
    isSettling = false
    guard waiting == 0 else { return }
    causes.forget()
    postponement = 0
    if !afterwards.isEmpty { actAfterwards() }
  }

  /// Runs `action` when the outermost turn that is settling on this thread has done everything else, or when the transaction
  /// around the caller has; at once, if there is neither.
  package static func runAfterwards(_ action: @escaping () -> Void) {
    guard let turn = unsafe SettlingTurns.outermost ?? TurnContext.transaction?.takeUnretainedValue() else {
      return action()
    }
    turn.afterwards.append(action)
  }

  @inline(never)
  private func actAfterwards() { while let action = afterwards.popFirst() { action() } }

  /// Has all participants settle that need no turn, if there are no others.
  @inline(__always)
  private func settleIndependent() -> Bool {
    guard shallow.isEmpty, postponed.isEmpty, let links, let first = unsafe nextLinked else { return false }
    guard unsafe links.areIndependent(first) else { return false }
    unsafe links.settleIndependent(first, of: self)
    // An event of this turn may have to wait meanwhile, and the rest of the turn waits with it.
    return unsafe linked == nil && shallow.isEmpty && reached.isEmpty && postponed.isEmpty
  }

  @inline(__always)
  private func settleParticipants() {
    // An emission may have to wait somewhere, and the rest of the turn waits with it.
    while waiting == 0 {
      if let links, unsafe nextLinked != nil { links.settle(in: self) }
      guard waiting == 0, let next = popNext() else { break }
      settle(next)
    }
  }

  @inline(__always)
  private func settle(_ participant: any TurnParticipant) {
    if causes.isEmpty { participant.settle(in: self) } else { settleForCause(participant) }
  }

  /// Has a turn that runs within this one wait before `participant` settles, until this one has settled.
  func postpone(_ turn: Turn, before participant: any TurnParticipant) {
    // A turn around `turn` may be postponed later, but has begun before.
    SettlingTurns.number(within: self)
    turn.number()
    turn.eventWaits()
    if postponed.isEmpty || postponed[postponed.count - 1].turn.postponement < turn.postponement {
      postponed.append((turn, participant))
    } else {
      insert(turn, before: participant)
    }
  }

  private static let postponements = AtomicWord(0)

  func number() { if postponement == 0 { postponement = Turn.postponements.next(1) } }

  /// Keeps the postponed turns in the order of their numbers.
  @inline(never)
  private func insert(_ turn: Turn, before participant: any TurnParticipant) {
    let others = postponed.takeAll()
    for other in others where other.turn.postponement < turn.postponement { postponed.append(other) }
    postponed.append((turn, participant))
    for other in others where other.turn.postponement > turn.postponement { postponed.append(other) }
  }

  @inline(never)
  private func settlePostponed() {
    while waiting == 0, let (turn, participant) = postponed.popFirst() {
      SettlingTurns.with(turn) { turn.settle(participant) }
      turn.eventHasBeenEverywhere()
      // An operator below may have subscribed to the source of this turn, and others may wait for what this has reached by that.
      settleParticipants()
    }
  }

  /// Whether this has reached a join and has yet to settle there; or whether that is true of a turn that waits for this, and that has
  /// begun before `turn`.
  ///
  /// - Parameter owner: the identifier of the turn that owns the staging of the join.
  func holds(_ join: ObjectIdentifier, ownedBy owner: UInt, before turn: Turn) -> Bool {
    if unsafe owner == UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()) || deferredActions[join] != nil {
      return true
    }
    for place in 0..<postponed.count {
      let waiting = postponed[place].turn
      if turn.postponement != 0, waiting.postponement > turn.postponement { break }
      if waiting.holds(join, ownedBy: owner, before: turn) { return true }
    }
    return false
  }

  /// The first of the linked participants, if it settles next, and for no cause.
  package var nextLinked: UnsafeMutableRawPointer? {
    waiting == 0 && reached.isEmpty && causes.isEmpty && order == Turn.deepenings.relaxed ? linked : nil
  }

  /// Removes the first of the linked participants, before it settles.
  package func removeLinked(before next: UnsafeMutableRawPointer?) { linked = unsafe next }

  @inline(never)
  private func settleForCause(_ participant: any TurnParticipant) {
    Self.act(for: causes.cause(of: participant)) { participant.settle(in: self) }
  }

  @inline(__always)
  private func popNext() -> (any TurnParticipant)? {
    let now = Turn.deepenings.relaxed
    if now != order { sort(as: now) }
    return reached.isEmpty ? popLinked() ?? shallow.popFirst() : popDeepest()
  }

  @inline(never)
  private func popDeepest() -> (any TurnParticipant)? {
    if let depth = reached.depth, unsafe depth > 1 || linked == nil && shallow.isEmpty { return reached.popFirst() }
    return popLinked() ?? shallow.popFirst()
  }

  @inline(__always)
  private func popLinked() -> (any TurnParticipant)? {
    guard let first = linked, let links else { return nil }
    let (participant, next) = unsafe links.take(first)
    linked = unsafe next
    return participant
  }

  /// Puts all participants in the order of their present depths. Those that had one depth, and have one depth now, keep
  /// their order.
  @inline(never)
  private func sort(as order: UInt) {
    self.order = order
    var unsorted = FIFO<any TurnParticipant>()
    while let participant = popDeepest() { unsorted.append(participant) }
    while let participant = unsorted.popFirst() { insert(participant, depth: participant.depth) }
  }
}

extension Turn: TurnSource {
  @usableFromInline
  package func currentTurn(_ thread: UInt) -> Unmanaged<Turn> { unsafe .passUnretained(self) }
}

/// An object that emits at the end of a turn.
package protocol TurnParticipant: AnyObject {
  /// The largest number of consecutive participants that an emission can reach. The deepest settles first.
  var depth: UInt { get }

  func settle(in turn: Turn)

  /// Whether this knows the causes for which it acts, so that the turn need not keep them.
  var keepsCauses: Bool { get }
}

extension TurnParticipant {
  package var keepsCauses: Bool { false }
}

/// Participants of one module that are linked with each other, so that any number of them join a turn in one step.
package protocol LinkedParticipants {
  /// The participant at this place, with its reference, and the place of the next one.
  static func take(_ place: UnsafeMutableRawPointer) -> (any TurnParticipant, next: UnsafeMutableRawPointer?)

  static func link(_ place: UnsafeMutableRawPointer, to next: UnsafeMutableRawPointer)

  /// Has the linked participants of a turn settle, one after the other, as long as the turn has a `nextLinked`.
  static func settle(in turn: Turn)

  /// Whether none of the participants from this one on needs the turn: they emit nothing to a join.
  static func areIndependent(_ first: UnsafeMutableRawPointer) -> Bool

  /// Has such participants of a turn settle, as long as it has a `nextLinked`. What they read is no input of the code that the turn
  /// belongs to.
  static func settleIndependent(_ first: UnsafeMutableRawPointer, of turn: Turn)
}
