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
  /// Whether a computation of the program has ever read an object of Swift Observation. Guarded by the lock of the graph.
  @safe @exclusivity(unchecked) nonisolated(unsafe) static var objectsAreInUse = false
  /// The thread that has begun one, or zero. Guarded by the lock of the graph.
  @safe @exclusivity(unchecked) nonisolated(unsafe) private static var thread: UInt = 0
  /// The reactions that have acted, held as in a list. That thread's.
  @safe @exclusivity(unchecked) nonisolated(unsafe) private static var reactions: ContiguousArray<Unmanaged<Reaction>> =
    unsafe []

  /// Runs `act` within a tracking, with an evaluation for the effects. Returns false if there is none to begin, so that each effect
  /// needs its own.
  static func run(on thread: UInt, _ act: (Evaluation.Pointer) -> Void) -> Bool {
    GraphLock.lock(thread)
    if objectsAreInUse || Self.thread != 0 {
      GraphLock.unlock()
      return false
    }
    Self.thread = thread
    let evaluation = Evaluation.begin(within: nil)
    GraphLock.unlock()
    var reached = ReactionList()
    // The argument is evaluated only if there is an object that can change.
    withObservationTracking({ act(evaluation) }, onChange: followObjects(&reached))
    // What the code reads that runs from now on is no input of the effects.
    GraphLock.lock(thread)
    reached.append(Evaluation.end(evaluation))
    GraphLock.unlock()
    unsafe reactions.forEach { reaction in
      unsafe reaction._withUnsafeGuaranteedRef { $0.trackingHasEnded() }
      unsafe Reaction.endHold(reaction, thread)
    }
    unsafe reactions.removeAll(keepingCapacity: reactions.count <= 1_000)
    GraphLock.lock(thread)
    Self.thread = 0
    GraphLock.unlock()
    reached.settle()
    return true
  }

  /// Keeps a reaction that has acted until the tracking is over.
  static func keep(_ reaction: Unmanaged<Reaction>) { unsafe reactions.append(reaction) }

  @inline(never)
  private static func followObjects(_ reached: inout ReactionList) -> @Sendable () -> Void {
    let alarms = unsafe reactions.compactMap { reaction in
      unsafe reaction._withUnsafeGuaranteedRef { $0.followObjects(&reached) }
    }
    return { for alarm in alarms { alarm.ring() } }
  }
}
