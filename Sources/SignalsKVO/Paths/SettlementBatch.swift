internal import Signals

/// The observations that settle together at the end of a turn: those of one thread that lie equally deep.
///
/// All of them notice before any of them speaks, as with every other event. So a handler that sets something then is heard
/// by all observers after the changes of the turn, and none takes the one for the other (C4, C11).
final class SettlementBatch: TurnParticipant {
  private let minimumDepth: UInt
  private var members: ContiguousArray<PathObservation> = []

  private init(_ depth: UInt) { minimumDepth = depth }

  /// `member` has something to say when the turn settles.
  static func join(_ member: PathObservation, in turn: Turn) {
    let depth = member.depth
    let rounds = turn.attachment as? Rounds ?? Rounds()
    turn.attachment = rounds
    let round = rounds.open.first { $0.depth == depth } ?? SettlementBatch(depth)
    round.members.append(member)
    if round.members.count == 1 {
      rounds.open.append(round)
      turn.reach(round)
    }
  }

  /// Flushes `member` now, if it waits for a turn that is settling on this thread, unless this is within a later transaction:
  /// otherwise all that the turn sets has been set.
  static func settleEarly(_ member: PathObservation) {
    let transaction = unsafe TurnContext.transaction?.takeUnretainedValue()
    SettlingTurns.forEach { turn in
      if let transaction, transaction !== turn { return }
      guard let rounds = turn.attachment as? Rounds,
        rounds.open.contains(where: { $0.members.contains { $0 === member } })
      else { return }
      if member.noticeSettled() { member.flush(in: turn) }
    }
  }

  // A signal may have got joins below it since.
  package var depth: UInt { members.reduce(minimumDepth) { max($0, $1.depth) } }

  package var keepsCauses: Bool { true }

  package func settle(in turn: Turn) {
    // An observation that is reached from now on settles after this.
    (turn.attachment as? Rounds)?.open.removeAll { $0 === self }
    NotificationQueue.tell(in: turn) { event in
      for member in members where member.noticeSettled() { event.add(member) }
    }
  }

  /// The rounds of one turn that are still to come: one, but where signals with joins below them are fed.
  private final class Rounds {
    var open: ContiguousArray<SettlementBatch> = []
  }
}
