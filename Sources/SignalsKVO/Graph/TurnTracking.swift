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
  @safe @exclusivity(unchecked) nonisolated(unsafe) private static var effects =
    unsafe KeptStack<Unmanaged<Effect>>()
  /// Whether one of them depends on a source with a feed. That thread's.
  @safe @exclusivity(unchecked) nonisolated(unsafe) private static var haveFeeds = false

  /// Has effects act, within a tracking and by one evaluation. Returns false if there is none to begin, so that each effect needs its
  /// own.
  static func settle(_ effects: inout EffectQueue, on thread: UInt) -> Bool {
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
    withObservationTracking({ settle(&effects, by: evaluation) }, onChange: followObjects(&reached))
    // What the code reads that runs from now on is no input of the effects.
    GraphLock.lock(thread)
    reached.append(Evaluation.end(evaluation))
    GraphLock.unlock()
    release(on: thread)
    reached.settle()
    return true
  }

  /// Gives up the effects, and ends the tracking. Under no lock.
  private static func release(on thread: UInt) {
    let count = unsafe effects.count
    if haveFeeds {
      for index in 0..<count { unsafe effects[index]._withUnsafeGuaranteedRef { $0.trackingHasEnded() } }
      haveFeeds = false
    }
    var lastCount = 0
    GraphLock.lock(thread)
    for index in 0..<count {
      let effect = unsafe effects[index]
      guard unsafe effect._withUnsafeGuaranteedRef({ $0.leaveHold() }) else { continue }
      unsafe effects[lastCount] = effect
      lastCount += 1
    }
    GraphLock.unlock()
    unsafe effects.truncate(to: lastCount)
    while let effect = unsafe effects.popLast() { unsafe effect.release() }
    unsafe effects.shrink(to: 1_024)
    GraphLock.lock(thread)
    Self.thread = 0
    GraphLock.unlock()
  }

  private static func settle(_ queue: inout EffectQueue, by evaluation: Evaluation.Pointer) {
    var isOnMain: Bool?
    while let reaction = unsafe queue.takeFirst() {
      let effect = unsafe Unmanaged<Effect>.fromOpaque(reaction.toOpaque())
      unsafe effect._withUnsafeGuaranteedRef { effect in
        effect.settle(by: evaluation, &isOnMain)
        if effect.isFed { haveFeeds = true }
      }
      unsafe effects.append(effect)
    }
  }

  @inline(never)
  private static func followObjects(_ reached: inout ReactionList) -> @Sendable () -> Void {
    let alarms = unsafe (0..<effects.count).map { index in
      unsafe effects[index]._withUnsafeGuaranteedRef { $0.followObjects(&reached) }
    }
    return { for alarm in alarms { alarm.ring() } }
  }
}
