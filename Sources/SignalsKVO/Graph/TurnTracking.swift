import Observation
internal import Signals

/// One tracking of Swift Observation around effects of a turn, while no computation of the program has ever read an object (K10).
///
/// No other reaction acts in it, and no feed starts: what their code reads is none of the effects' concern.
///
/// Most effects take less time than a tracking. But one for all of them can't tell which effect has read an object. So when it finds
/// the first object of the program, all of them follow the objects that it has found, until they run again, and from then on each
/// one has a tracking of its own.
@safe
enum TurnTracking {
  // Unsafe by name only, for the reasons given.
  /// The thread that has begun one, or zero. Guarded by the lock of the graph.
  @safe @exclusivity(unchecked) nonisolated(unsafe) private static var thread: UInt = 0
  /// The effects that have acted, held as in a list. That thread's.
  @safe @exclusivity(unchecked) nonisolated(unsafe) private static var effects: ContiguousArray<Unmanaged<Effect>> =
    unsafe []

  /// Has all effects act that come next in a turn, within a tracking and by one evaluation. Returns false if there is none to begin,
  /// so that each effect needs its own.
  static func settleEffects(of turn: Turn, on thread: UInt) -> Bool {
    GraphLock.lock(thread)
    if Evaluation.objectsAreInUse || Self.thread != 0 {
      GraphLock.unlock()
      return false
    }
    Self.thread = thread
    let evaluation = Evaluation.begin(within: nil)
    GraphLock.unlock()
    var reached = ReactionList()
    // The argument is evaluated only if there is an object that can change.
    withObservationTracking({ settleEffects(of: turn, by: evaluation) }, onChange: followObjects(&reached))
    // What the code reads that runs from now on is no input of the effects.
    GraphLock.lock(thread)
    reached.append(Evaluation.end(evaluation))
    GraphLock.unlock()
    unsafe effects.forEach { effect in
      unsafe effect._withUnsafeGuaranteedRef { $0.trackingHasEnded() }
      unsafe Reaction.endHold(.fromOpaque(effect.toOpaque()), thread)
    }
    unsafe effects.removeAll(keepingCapacity: effects.count <= 1_000)
    GraphLock.lock(thread)
    Self.thread = 0
    GraphLock.unlock()
    reached.settle()
    return true
  }

  private static func settleEffects(of turn: Turn, by evaluation: Evaluation.Pointer) {
    var isOnMain: Bool?
    while let reaction = unsafe ReactionList.takeEffect(from: turn) {
      let effect = unsafe Unmanaged<Effect>.fromOpaque(reaction.toOpaque())
      unsafe effect._withUnsafeGuaranteedRef { $0.settle(by: evaluation, &isOnMain) }
      unsafe effects.append(effect)
    }
  }

  @inline(never)
  private static func followObjects(_ reached: inout ReactionList) -> @Sendable () -> Void {
    let alarms = unsafe effects.map { effect in
      unsafe effect._withUnsafeGuaranteedRef { $0.followObjects(&reached) }
    }
    return { for alarm in alarms { alarm.ring() } }
  }
}
