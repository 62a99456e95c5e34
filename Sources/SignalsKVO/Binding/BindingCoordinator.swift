internal import Signals

/// Handles the changes of a binding that need a decision: converts, waits for the end of a transaction or of an edit session,
/// and asks the ``Reconciler``.
///
/// A ``MessageSerialiser`` handles one message at a time; messages that a handler causes follow it.
// Unchecked: mutable state belongs to the thread that the gate has admitted.
@usableFromInline
final class BindingCoordinator<First: AnyBoundEnd, Second: AnyBoundEnd>: TurnParticipant, @unchecked Sendable {
  @usableFromInline typealias SomeChange = EitherEnd<StampedValue<First.Value>, StampedValue<Second.Value>>
  private typealias SomeWrite = EitherEnd<Write<First.Value>, Write<Second.Value>>
  private typealias Decision = Resolution<First.Value, Second.Value>

  private let first: First
  private let second: Second
  private let progress: BindingProgress
  private let home: ExecutionContext
  private let gate: MessageSerialiser<Message>
  private var reconciler: Reconciler<First.Value, Second.Value>
  /// The address of the turn at whose end this settles.
  private let reached = AtomicWord(0)

  private enum Message {
    case change(SomeChange, waits: Bool, isPending: Bool)
    case absence(BindingEnd, Stamp)
    case readFirstValue(BindingStart)
    case begin(SomeChange?, knowing: Stamp, isReported: Bool)
    case settle
    case hold(BindingEnd)
    case release(BindingEnd)
    case withdraw(SomeWrite)
  }

  /// - Parameter home: where the messages are handled: where an end lives that not every thread may use, if there is one.
  init(
    _ first: First, _ second: Second, _ progress: BindingProgress, home: ExecutionContext,
    _ reconciler: Reconciler<First.Value, Second.Value>
  ) {
    self.first = first
    self.second = second
    self.progress = progress
    self.home = home
    self.reconciler = reconciler
    gate = home.makeGate()
    gate.open { [self] message, turn in
      handle(message, in: turn)
      self.progress.publishState()
    }
  }

  private func isHere(_ end: BindingEnd) -> Bool { end == .first ? first.isHere : second.isHere }

  private func run(at end: BindingEnd, _ body: @escaping () -> Void) {
    switch end {
    case .first: first.whereItLives(body)
    case .second: second.whereItLives(body)
    }
  }

  // MARK: - Messages

  /// Called where the binding is made.
  @usableFromInline
  func begin(_ start: BindingStart) {
    progress.awaitBeginning(start)
    let source = start.end
    // A change that is made at the other end before that is observed must not be newer than the first value.
    guard isHere(source.other) else {
      return run(at: source.other) { [self] in unsafe gate.send(.readFirstValue(start)) }
    }
    // The compiler knows that this is the actor's code; the executor can't tell.
    readFirstValue(start, isInside: home.isActor && !home.isHere && isHere(source))
  }

  private func readFirstValue(_ start: BindingStart, isInside: Bool) {
    // A change that is made from now on is newer than the first value, also if that is read later on a queue.
    let stamp = progress.begin(start)
    run(at: start.end) { [self] in
      let message =
        switch start {
        case .fromFirst: beginning(with: first, stamp) { .first($0) }
        case .fromSecond: beginning(with: second, stamp) { .second($0) }
        }
      if isInside { handle(message, in: nil) } else { unsafe gate.send(message) }
    }
  }

  private func beginning<End: AnyBoundEnd>(
    with end: End, _ stamp: Stamp, _ name: (StampedValue<End.Value>) -> SomeChange
  ) -> Message {
    guard let (value, known) = end.read() else { return .begin(nil, knowing: .none, isReported: true) }
    let change = name(StampedValue(value: value, stamp: stamp))
    return .begin(change, knowing: known, isReported: known > end.newestAtBeginning)
  }

  /// - Parameter isPending: whether the change is no echo, and so will be written to the other end.
  @usableFromInline
  func receive(_ change: SomeChange, isPending: Bool, by connection: Unmanaged<Connection>?) {
    if isPending { progress.countChange(for: change.end.other, 1) }
    let turn = unsafe TurnContext.transaction?.takeUnretainedValue()
    let disposition = unsafe gate.send(.change(change, waits: turn != nil, isPending: isPending), by: connection)
    // A message that is handled elsewhere or later doesn't know of this turn.
    if disposition == .queued, let turn { settleAtTheEnd(of: turn) }
  }

  func noteAbsence(of end: BindingEnd, _ stamp: Stamp) { unsafe gate.send(.absence(end, stamp)) }
  func hold(_ end: BindingEnd) { unsafe gate.send(.hold(end)) }
  func release(_ end: BindingEnd) { unsafe gate.send(.release(end)) }

  func close() { gate.close { [self] in reconciler.end() } }

  // MARK: - Turns

  // After all observations for bindings, and before all joins.
  package var depth: UInt { ChangeTracker.writingDepth }

  // Every write has the stamp of its cause.
  package var keepsCauses: Bool { true }

  package func settle(in turn: Turn) {
    // A change that arrives from now on has to be settled again.
    reached.store(0)
    TurnContext.withTurn(turn) { unsafe gate.send(.settle) }
  }

  // Once for each turn, unless turns of several threads meet here: then it may settle more often, never less.
  private func settleAtTheEnd(of turn: Turn) {
    let address = UInt(bitPattern: ObjectIdentifier(turn))
    guard reached.value != address else { return }
    reached.store(address)
    turn.reach(self)
  }

  // MARK: - Decisions

  private func handle(_ message: Message, in turn: Turn?) {
    guard !progress.isOver else { return }
    switch message {
    case .change(let change, let waits, let isPending):
      let resolution = reconciler.receive(change, waiting: waits || turn != nil)
      if resolution.isNewWrite { progress.allowsMore() }
      conclude(resolution, of: change.end, in: turn, wasPending: isPending)
    case .absence(let end, let stamp):
      reconciler.noteAbsence(of: end, stamp)
    case .readFirstValue(let start):
      readFirstValue(start, isInside: false)
    case .begin(let change, let known, let isReported):
      conclude(reconciler.begin(change, knowing: known, isReported: isReported), of: change?.end, in: turn)
      progress.hasBegun()
      conclude(reconciler.settle(), of: nil, in: turn)
    case .settle:
      conclude(reconciler.settle(), of: nil, in: turn)
    case .hold(let end):
      progress.hasHeld(end)
      reconciler.hold(end)
    case .withdraw(let write):
      // An end counts as held from the call of `hold` on; the message may arrive later.
      if progress.isHeld(write.end) { reconciler.hold(write.end) }
      conclude(reconciler.withdraw(write), of: nil, in: turn)
    case .release(let end):
      let resolution = reconciler.release(end)
      progress.release(end)
      conclude(resolution, of: end, in: turn)
    }
  }

  /// - Parameter wasPending: whether the decision is about a change of `end` that was counted on its way here.
  private func conclude(_ decision: Decision, of end: BindingEnd?, in turn: Turn?, wasPending: Bool = false) {
    // A change that arrives before the first value is settled with that: a turn doesn't wait for it.
    if reconciler.hasStaged, reconciler.hasBegun, let turn { settleAtTheEnd(of: turn) }
    // In this order, so that a pending value is seen at each moment: it is added to the next count before it leaves this one.
    let toFirst = decision.own.map { write in departure(write, to: first, .first) { .first($0) } }
    let toSecond = decision.other.map { write in departure(write, to: second, .second) { .second($0) } }
    progress.pending = reconciler.pending
    if wasPending, let end { progress.countChange(for: end.other, -1) }
    if toFirst != nil || toSecond != nil {
      // The writes of a binding belong to the turn that has caused them (C10).
      TurnContext.withTurn(turn ?? gate.turnOfTheWay) {
        if end == .second {
          toFirst?()
          toSecond?()
        } else {
          toSecond?()
          toFirst?()
        }
      }
    }
    switch decision.report {
    case .rejection(let error, keeps: let end): progress.reject(error, keeps: end)
    case .unsettled: reportUnsettled(keeps: (end ?? .first).other)
    case nil: break
    }
  }

  /// The closure that writes to an end where that lives; the write is pending until then.
  private func departure<End: AnyBoundEnd>(
    _ write: Write<End.Value>, to boundEnd: End, _ end: BindingEnd, _ name: @escaping (Write<End.Value>) -> SomeWrite
  ) -> () -> Void {
    let leaves = !boundEnd.isHere
    if leaves { progress.countWrite(to: end, 1) }
    return { [self] in
      progress.lastOrigin = end.other
      if !leaves { return arrive(write, at: boundEnd, end, name) }
      boundEnd.whereItLives { [self] in
        arrive(write, at: boundEnd, end, name)
        progress.countWrite(to: end, -1)
        progress.publishState()
      }
    }
  }

  // Nothing is written after a cancellation, nor to an end that is held.
  private func arrive<End: AnyBoundEnd>(
    _ write: Write<End.Value>, at boundEnd: End, _ end: BindingEnd, _ name: (Write<End.Value>) -> SomeWrite
  ) {
    if progress.isOver { return }
    if progress.isHeld(end) { unsafe gate.send(.withdraw(name(write))) } else { boundEnd.write(write) }
  }

  private func reportUnsettled(keeps end: BindingEnd) {
    // An end that is here is read first: code that runs elsewhere can't tell whether it is where this end lives.
    if first.isHere || !second.isHere {
      first.whereItLives { [self] in
        let value = text(of: first)
        second.whereItLives { [self] in report(UnsettledBinding(first: value, second: text(of: second)), end) }
      }
    } else {
      let value = text(of: second)
      first.whereItLives { [self] in report(UnsettledBinding(first: text(of: first), second: value), end) }
    }
  }

  private func text<End: AnyBoundEnd>(of end: End) -> String { end.read().map { "\($0.value)" } ?? "" }

  private func report(_ unsettled: UnsettledBinding, _ end: BindingEnd) {
    progress.unsettled = unsettled
    progress.reject(unsettled, keeps: end)
    progress.publishState()
  }
}
