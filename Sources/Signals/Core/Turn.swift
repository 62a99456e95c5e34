/// One event's whole synchronous way, or that of several sends in a ``transaction(_:)``: it knows which joins it has come
/// by, and has them speak when it has been everywhere (C10, C11).
///
/// Nobody carries a turn along. The producer where an event begins its way makes one when the first join on the way asks
/// for it, so where there is no join there is no turn either. A join finds it by going up from its input, through the
/// producers that took the event over inline, to the one where it began; see ``reaching(_:)``.
///
/// The deepest join speaks first: the one with most joins below it. What it says may reach others, which are less deep.
/// Depth is counted from below, since a subscription is built from below: a signal that a
/// ``Signal/switchToLatest(file:line:)`` subscribes to later is above it and therefore deeper, however long it is. Only
/// where many subscriptions share a signal can depth grow afterwards, and then everything above learns of it at once.
///
/// All of it belongs to the thread whose turn it is.
// Unchecked, because it never leaves that thread.
@usableFromInline
package final class Turn: @unchecked Sendable {
  /// The joins that have something to say, the deepest last, each with the depth by which it was put there.
  // Kept by hand, so that moving them about retains nothing.
  @exclusivity(unchecked) private var reached: ContiguousArray<(depth: UInt, participant: Unmanaged<TurnParticipant>)> =
    []
  /// Whether a join that it reached had no room, and keeps what came apart.
  @exclusivity(unchecked) var keepsApart = false
  /// How often joins had been deepened when the order was right.
  @exclusivity(unchecked) private var order = Turn.deepenings.glance
  /// Events of this turn that wait in a producer of this thread, until the event under way there is over.
  @exclusivity(unchecked) private var waiting = 0
  /// Whether the way has been gone, but for the events that wait.
  @exclusivity(unchecked) private var isOver = false
  @exclusivity(unchecked) private var isSettling = false
  /// What somebody outside of this module keeps here for as long as the turn lasts.
  @exclusivity(unchecked) package var annex: AnyObject?

  /// Counts whenever a join has become deeper, so that turns under way look at the order again.
  static let deepenings = AtomicWord(0)

  @usableFromInline
  package init() {}

  deinit {
    for (_, participant) in reached { participant.release() }
  }

  // MARK: - On the way

  /// The turn of the event that comes by `line` just now, on this thread; nil where it has no turn, since what hangs at
  /// the upper end does all its work within the subscribing call.
  @inline(__always)
  static func reaching(_ line: Line) -> Unmanaged<Turn>? {
    let thread = currentThread()
    guard let producer = line.producer(ownedBy: thread) else { return Surroundings.turn }
    return producer._withUnsafeGuaranteedRef { $0.turnUnderWay(thread) }
  }

  /// A participant has something to say when the turn settles.
  @inline(__always)
  func reach(_ participant: TurnParticipant, depth: UInt) {
    let reaching = (depth, Unmanaged.passRetained(participant))
    var place = reached.count
    // Of those that lie equally deep, who was reached first is last here, and speaks first.
    while place > 0, reached[place - 1].depth >= depth { place -= 1 }
    if place == reached.count { reached.append(reaching) } else { reached.insert(reaching, at: place) }
  }

  /// The participant among those reached for which `body` has an answer.
  func first<Found>(_ body: (TurnParticipant) -> Found?) -> Found? {
    for (_, participant) in reached {
      if let found = body(participant.takeUnretainedValue()) { return found }
    }
    return nil
  }

  // MARK: - The end

  /// The event has been everywhere. Everybody reached speaks now, or when the last event that still waits has been
  /// everywhere too.
  ///
  /// Returns whether it has settled and may be used for another event.
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
    // Not within itself: who speaks at the moment has to reach everybody first.
    guard !isSettling else { return }
    isSettling = true
    defer { isSettling = false }
    // What one of them says may have to wait somewhere, and the others with it.
    while waiting == 0, !reached.isEmpty {
      let now = Turn.deepenings.glance
      if now != order { sort(as: now) }
      let (_, participant) = reached.removeLast()
      participant._withUnsafeGuaranteedRef { $0.settle(in: self) }
      participant.release()
    }
    if reached.isEmpty { keepsApart = false }
  }

  private func sort(as order: UInt) {
    self.order = order
    for index in reached.indices { reached[index].depth = reached[index].participant.takeUnretainedValue().depth }
    reached.sort { $0.depth < $1.depth }
  }
}

/// Who says something when a turn has been everywhere.
@usableFromInline
package class TurnParticipant {
  @usableFromInline
  init() {}

  /// How many others may hear what this one says, in a row: who has more of them goes first.
  var depth: UInt { preconditionFailure("A participant of a turn has to say how deep it lies.") }

  func settle(in turn: Turn) { preconditionFailure("A participant of a turn has to say what it does at its end.") }
}

/// Somebody outside of this module who has something to say at the end of a turn.
package protocol Settling: AnyObject {
  /// See ``TurnParticipant``.
  var settlingDepth: UInt { get }

  func settle(in turn: Turn)
}

extension Turn {
  /// `member` has something to say when the turn settles.
  package func reach(_ member: any Settling) { reach(Member(member), depth: member.settlingDepth) }

  private final class Member: TurnParticipant {
    private let member: any Settling

    init(_ member: any Settling) { self.member = member }

    override var depth: UInt { member.settlingDepth }

    override func settle(in turn: Turn) { member.settle(in: turn) }
  }
}
