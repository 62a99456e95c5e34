internal import Signals

/// Where a binding does what takes thought: translates, waits for the end of a turn or of an edit session, and decides what
/// counts where both ends have changed.
///
/// One thing is done at a time, and what it brings about comes after it: see ``MessageSerialiser``.
// Unchecked: what changes belongs to whoever is in the gate.
@usableFromInline
final class Workshop<First: AnyTerminal, Second: AnyTerminal>: TurnParticipant, @unchecked Sendable {
  private let first: First
  private let second: Second
  private let progress: BindingProgress
  private let home: Home
  private let gate: MessageSerialiser<Message>
  private var reconciler: Reconciler<First.Value, Second.Value>
  /// The turn at the end of which it settles, by its address.
  private let reached = AtomicWord(0)

  private enum Message {
    case first(First.Value, Stamp, waits: Bool, isPending: Bool)
    case second(Second.Value, Stamp, waits: Bool, isPending: Bool)
    case begin(BindingStart)
    case beginFirst(First.Value, Stamp, knowing: Stamp)
    case beginSecond(Second.Value, Stamp, knowing: Stamp)
    case beginEmpty
    case settle
    case hold(BindingEnd)
    case release(BindingEnd)
    case takeBackFirst(Write<First.Value>)
    case takeBackSecond(Write<Second.Value>)
  }

  /// - Parameter home: where the work is done: where one of the ends lives that not any thread may use, if there is one.
  init(
    _ first: First, _ second: Second, _ progress: BindingProgress, home: Home,
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
      self.progress.tellState()
    }
  }

  // MARK: - What comes in

  /// Called where the binding is made.
  @usableFromInline
  func begin(_ start: BindingStart) {
    progress.awaitBeginning(start)
    // What is set at the other end before that is observed mustn't be newer than the first value.
    switch start {
    case .fromFirst:
      if !second.isHere { return second.whereItLives { [self] in gate.send(.begin(start)) } }
    case .fromSecond:
      if !first.isHere { return first.whereItLives { [self] in gate.send(.begin(start)) } }
    }
    // Only the language can tell whether this is the actor's own code.
    begin(start, isInside: home.isActor && !home.isHere && (start == .fromFirst ? first.isHere : second.isHere))
  }

  private func begin(_ start: BindingStart, isInside: Bool) {
    // What is set from then on is newer than what is read then.
    switch start {
    case .fromFirst:
      first.whereItLives { [self] in
        let stamp = progress.begin(start)
        enter(first.read().map { .beginFirst($0.value, stamp, knowing: $0.known) } ?? .beginEmpty, isInside)
      }
    case .fromSecond:
      second.whereItLives { [self] in
        let stamp = progress.begin(start)
        enter(second.read().map { .beginSecond($0.value, stamp, knowing: $0.known) } ?? .beginEmpty, isInside)
      }
    }
  }

  private func enter(_ message: Message, _ isInside: Bool) {
    if isInside { handle(message, in: nil) } else { gate.send(message) }
  }

  @usableFromInline
  func hear(first value: First.Value, _ stamp: Stamp, by connection: Unmanaged<Connection>?) {
    // An echo isn't written to that end.
    let isPending = stamp > second.newest
    if isPending { progress.moveChange(for: .second, 1) }
    send(by: connection) { .first(value, stamp, waits: $0, isPending: isPending) }
  }

  @usableFromInline
  func hear(second value: Second.Value, _ stamp: Stamp, by connection: Unmanaged<Connection>?) {
    let isPending = stamp > first.newest
    if isPending { progress.moveChange(for: .first, 1) }
    send(by: connection) { .second(value, stamp, waits: $0, isPending: isPending) }
  }

  private func send(by connection: Unmanaged<Connection>?, _ message: (_ waits: Bool) -> Message) {
    let turn = TurnContext.transaction?.takeUnretainedValue()
    // What is done elsewhere, or later, doesn't know of this turn.
    if gate.send(message(turn != nil), by: connection) == .queued, let turn { settleAtTheEnd(of: turn) }
  }

  func hold(_ end: BindingEnd) { gate.send(.hold(end)) }
  func release(_ end: BindingEnd) { gate.send(.release(end)) }

  func close() { gate.close { [self] in reconciler.end() } }

  // MARK: - In a turn

  // After whatever observes for bindings, and before all joins.
  package var depth: UInt { Bond.writingDepth }

  package func settle(in turn: Turn) {
    // What comes from now on has to be settled again.
    reached.store(0)
    TurnContext.withTurn(turn) { gate.send(.settle) }
  }

  // Once for each turn, as long as turns of several threads don't meet here: then it may settle more often, never less.
  private func settleAtTheEnd(of turn: Turn) {
    let address = UInt(bitPattern: ObjectIdentifier(turn))
    guard reached.value != address else { return }
    reached.store(address)
    turn.reach(self)
  }

  // MARK: - What is done

  private func handle(_ message: Message, in turn: Turn?) {
    guard !progress.isOver else { return }
    switch message {
    case .first(let value, let stamp, let waits, let isPending):
      let verdict = reconciler.hear(first: value, stamp, waiting: waits || turn != nil)
      conclude(verdict, of: .first, stamp, in: turn, wasPending: isPending)
    case .second(let value, let stamp, let waits, let isPending):
      let verdict = reconciler.hear(second: value, stamp, waiting: waits || turn != nil)
      conclude(verdict, of: .second, stamp, in: turn, wasPending: isPending)
    case .begin(let start):
      begin(start, isInside: false)
    case .beginFirst(let value, let stamp, let known):
      conclude(reconciler.begin(first: value, stamp, knowing: known), of: .first, in: turn)
      hasBegun(turn)
    case .beginSecond(let value, let stamp, let known):
      conclude(reconciler.begin(second: value, stamp, knowing: known), of: .second, in: turn)
      hasBegun(turn)
    case .beginEmpty:
      reconciler.beginEmpty()
      hasBegun(turn)
    case .settle:
      conclude(reconciler.settle(), of: nil, in: turn)
    case .hold(let end):
      progress.hasHeld(end)
      reconciler.hold(end)
    case .takeBackFirst(let write):
      catchUpHolding(.first)
      conclude(reconciler.takeBack(first: write), of: nil, in: turn)
    case .takeBackSecond(let write):
      catchUpHolding(.second)
      conclude(reconciler.takeBack(second: write), of: nil, in: turn)
    case .release(let end):
      let verdict = reconciler.release(end)
      progress.release(end)
      conclude(verdict, of: end, in: turn)
    }
  }

  // An end is held from the moment on at which somebody says so. The message may come later.
  private func catchUpHolding(_ end: BindingEnd) { if progress.isHeld(end) { reconciler.hold(end) } }

  private func hasBegun(_ turn: Turn?) {
    progress.hasBegun()
    conclude(reconciler.settle(), of: nil, in: turn)
  }

  /// - Parameter wasPending: whether the verdict is about a change of `end` that was counted while it was on its way here.
  private func conclude(
    _ verdict: Verdict<First.Value, Second.Value>, of end: BindingEnd?, _ stamp: Stamp = .none, in turn: Turn?,
    wasPending: Bool = false
  ) {
    if verdict.isNews, stamp.rounds == 0 { progress.allowsMore() }
    // What comes before the beginning is settled then: a turn doesn't wait for that, which may have to get to a queue first.
    if reconciler.hasNews, reconciler.hasBegun, let turn { settleAtTheEnd(of: turn) }
    // In this order, so that what is pending is so at each moment: first in one place, then also in the next one.
    let (leavesForFirst, leavesForSecond) =
      (verdict.own != nil && !first.isHere, verdict.other != nil && !second.isHere)
    if leavesForFirst { progress.move(to: .first, 1) }
    if leavesForSecond { progress.move(to: .second, 1) }
    progress.pending = reconciler.pending
    if wasPending, let end { progress.moveChange(for: end.other, -1) }
    if verdict.own != nil || verdict.other != nil {
      // What a binding writes belongs to the turn that has caused it (C10).
      TurnContext.withTurn(turn ?? gate.turnOfTheWay) {
        if end == .second {
          write(first: verdict.own, leaves: leavesForFirst)
          write(second: verdict.other, leaves: leavesForSecond)
        } else {
          write(second: verdict.other, leaves: leavesForSecond)
          write(first: verdict.own, leaves: leavesForFirst)
        }
      }
    }
    switch verdict.report {
    case .rejection(let error, keeps: let end): progress.reject(error, keeps: end)
    case .unsettled: reportUnsettled(keeps: (end ?? .first).other)
    case nil: break
    }
  }

  private func write(first write: Write<First.Value>?, leaves: Bool) {
    guard let write else { return }
    progress.lastOrigin = .second
    go(to: .first, leaves) { [self] in finish(first: write) }
  }

  // Once it is cancelled nothing is written, also of what one verdict asks for. From the moment on at which an end is held
  // nothing is written to it, whatever has been on its way.
  private func finish(first write: Write<First.Value>) {
    if progress.isOver { return }
    if progress.isHeld(.first) { gate.send(.takeBackFirst(write)) } else { first.write(write) }
  }

  private func write(second write: Write<Second.Value>?, leaves: Bool) {
    guard let write else { return }
    progress.lastOrigin = .first
    go(to: .second, leaves) { [self] in finish(second: write) }
  }

  private func finish(second write: Write<Second.Value>) {
    if progress.isOver { return }
    if progress.isHeld(.second) { gate.send(.takeBackSecond(write)) } else { second.write(write) }
  }

  // Does something where an end lives that is to be set: until it has got there, that is pending, as `leaves` says.
  private func go(to end: BindingEnd, _ leaves: Bool, _ body: @escaping () -> Void) {
    if !leaves { return body() }
    let arrive = { [progress] in
      body()
      progress.move(to: end, -1)
      progress.tellState()
    }
    switch end {
    case .first: first.whereItLives(arrive)
    case .second: second.whereItLives(arrive)
    }
  }

  private func reportUnsettled(keeps end: BindingEnd) {
    // Who is here is read here: elsewhere nobody could say whether this is where it lives.
    if first.isHere {
      let value = text(first.read()?.value)
      second.whereItLives { [self] in report(UnsettledBinding(first: value, second: text(second.read()?.value)), end) }
    } else if second.isHere {
      let value = text(second.read()?.value)
      first.whereItLives { [self] in report(UnsettledBinding(first: text(first.read()?.value), second: value), end) }
    } else {
      first.whereItLives { [self] in
        let value = text(first.read()?.value)
        second.whereItLives { [self] in report(UnsettledBinding(first: value, second: text(second.read()?.value)), end)
        }
      }
    }
  }

  private func text<Value>(_ value: Value?) -> String { value.map { "\($0)" } ?? "" }

  private func report(_ unsettled: UnsettledBinding, _ end: BindingEnd) {
    progress.unsettled = unsettled
    progress.reject(unsettled, keeps: end)
    progress.tellState()
  }
}
