internal import Signals

/// Where a binding does what takes thought: translates, waits for the end of a turn or of an edit session, and decides what
/// counts where both ends have changed.
///
/// One thing is done at a time, and what it brings about comes after it: see ``Gate``.
// Unchecked: what changes belongs to whoever is in the gate.
@usableFromInline
final class Workshop<First: AnyTerminal, Second: AnyTerminal>: Settling, @unchecked Sendable {
  private let first: First
  private let second: Second
  private let progress: BindingProgress
  private let home: Home
  private let gate: Gate<Message>
  private var reconciler: Reconciler<First.Value, Second.Value>
  /// Whether a turn will tell when it is over.
  private var awaitsTurn = false

  private enum Message {
    case first(First.Value, Stamp)
    case second(Second.Value, Stamp)
    case beginFirst(First.Value, Stamp)
    case beginSecond(Second.Value, Stamp)
    case beginEmpty
    case settle
    case hold(BindingEnd)
    case release(BindingEnd)
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
    gate.open { [self] message, turn in handle(message, in: turn) }
  }

  // MARK: - What comes in

  /// Called where the binding is made.
  @usableFromInline
  func begin(_ start: BindingStart) {
    // Only the language can tell whether this is the actor's own code.
    let isInside = home.isActor && !home.isHere && (start == .fromFirst ? first.isHere : second.isHere)
    // What is set from then on is newer than what is read then.
    switch start {
    case .fromFirst:
      first.whereItLives { [self] in
        let stamp = progress.begin()
        enter(first.read().map { .beginFirst($0, stamp) } ?? .beginEmpty, isInside)
      }
    case .fromSecond:
      second.whereItLives { [self] in
        let stamp = progress.begin()
        enter(second.read().map { .beginSecond($0, stamp) } ?? .beginEmpty, isInside)
      }
    }
  }

  private func enter(_ message: Message, _ isInside: Bool) {
    if isInside { handle(message, in: nil) } else { gate.send(message) }
  }

  @usableFromInline
  func hear(first value: First.Value, _ stamp: Stamp, by line: Unmanaged<Line>?) {
    gate.send(.first(value, stamp), by: line)
  }

  @usableFromInline
  func hear(second value: Second.Value, _ stamp: Stamp, by line: Unmanaged<Line>?) {
    gate.send(.second(value, stamp), by: line)
  }

  func hold(_ end: BindingEnd) { gate.send(.hold(end)) }
  func release(_ end: BindingEnd) { gate.send(.release(end)) }

  func close() { gate.close { [self] in reconciler.end() } }

  // MARK: - In a turn

  // After whatever observes for bindings, and before all joins.
  package var settlingDepth: UInt { Bond.writingDepth }

  package func settle(in turn: Turn) { Surroundings.put(up: turn) { gate.send(.settle) } }

  // MARK: - What is done

  private func handle(_ message: Message, in turn: Turn?) {
    guard !progress.isOver else { return }
    switch message {
    case .first(let value, let stamp):
      conclude(reconciler.hear(first: value, stamp, waiting: turn != nil), of: .first, stamp, in: turn)
    case .second(let value, let stamp):
      conclude(reconciler.hear(second: value, stamp, waiting: turn != nil), of: .second, stamp, in: turn)
    case .beginFirst(let value, let stamp):
      conclude(reconciler.begin(first: value, stamp), of: .first, in: turn)
      hasBegun(turn)
    case .beginSecond(let value, let stamp):
      conclude(reconciler.begin(second: value, stamp), of: .second, in: turn)
      hasBegun(turn)
    case .beginEmpty:
      reconciler.beginEmpty()
      hasBegun(turn)
    case .settle:
      awaitsTurn = false
      conclude(reconciler.settle(), of: nil, in: turn)
    case .hold(let end):
      reconciler.hold(end)
    case .release(let end):
      let verdict = reconciler.release(end)
      progress.release(end)
      conclude(verdict, of: end, in: turn)
    }
  }

  private func hasBegun(_ turn: Turn?) {
    progress.hasBegun()
    conclude(reconciler.settle(), of: nil, in: turn)
  }

  private func conclude(
    _ verdict: Verdict<First.Value, Second.Value>, of end: BindingEnd?, _ stamp: Stamp = .none, in turn: Turn?
  ) {
    if verdict.isNews, stamp.rounds == 0 { progress.goesOn() }
    if let turn, reconciler.hasNews, !awaitsTurn {
      awaitsTurn = true
      turn.reach(self)
    }
    progress.pending = reconciler.pending
    if verdict.own != nil || verdict.other != nil {
      // What a binding writes belongs to the turn that has caused it (C10).
      Surroundings.put(up: turn ?? gate.turnOfTheWay) {
        if end == .second {
          write(first: verdict.own)
          write(second: verdict.other)
        } else {
          write(second: verdict.other)
          write(first: verdict.own)
        }
      }
    }
    switch verdict.report {
    case .rejection(let error, keeps: let end): progress.reject(error, keeps: end)
    case .unsettled: reportUnsettled(keeps: (end ?? .first).other)
    case nil: break
    }
  }

  private func write(first write: Write<First.Value>?) {
    guard let write else { return }
    progress.lastOrigin = .second
    if first.isHere { return first.write(write) }
    progress.move(to: .first, 1)
    first.whereItLives { [self] in
      if !progress.isOver { first.write(write) }
      progress.move(to: .first, -1)
    }
  }

  private func write(second write: Write<Second.Value>?) {
    guard let write else { return }
    progress.lastOrigin = .first
    if second.isHere { return second.write(write) }
    progress.move(to: .second, 1)
    second.whereItLives { [self] in
      if !progress.isOver { second.write(write) }
      progress.move(to: .second, -1)
    }
  }

  private func reportUnsettled(keeps end: BindingEnd) {
    first.whereItLives { [self] in
      let first = first.read().map { "\($0)" } ?? ""
      second.whereItLives { [self] in
        let unsettled = UnsettledBinding(first: first, second: second.read().map { "\($0)" } ?? "")
        progress.unsettled = unsettled
        progress.reject(unsettled, keeps: end)
      }
    }
  }
}
