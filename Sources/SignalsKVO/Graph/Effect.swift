internal import Signals

/// A closure that runs again after each turn in which a value that it has read has changed.
///
/// The claim of its computation keeps the runs apart. A thread that reaches the effect while another one runs it leaves a
/// further run to that thread. The runs take place on the actor of the closure.
// Unchecked, because the lock of the graph guards the state, and one thread at a time runs the closure.
final class Effect: Reaction, Runner, @unchecked Sendable {
  private enum Home { case anywhere, main, elsewhere }
  /// Where the closure may run.
  private let homeKind: Home
  // Guarded by the lock of the graph.
  /// The number of runs in a row that have changed an input of theirs, and the last one that was counted.
  @safe @exclusivity(unchecked) private var ownChanges: UInt32 = 0
  @safe @exclusivity(unchecked) private var lastCounted: UInt = 0
  private static let limit = 200_000
  private let computation: EffectComputation
  private let context: ExecutionContext

  private init(_ info: NodeInfo, _ connection: Connection, _ context: ExecutionContext, _ body: @escaping () -> Void) {
    self.context = context
    homeKind = context.isActor ? context.isMain ? .main : .elsewhere : .anywhere
    computation = EffectComputation(info, connection, body)
    super.init(isEffect: true)
    unsafe computation.reaction = .passUnretained(self)
  }

  /// Runs the closure now and after each such turn, until the endpoint is cancelled.
  static func start(_ info: NodeInfo, on actor: (any Actor)?, _ body: @escaping () -> Void) -> Endpoint {
    let started = RunConnection.endpoint(info) { Effect(info, $0, .ofCode(on: actor), body) }
    started.runner.run()
    return started.endpoint
  }

  /// Brings the closure up to date: runs it if an input has changed, and again if it has changed an input itself.
  ///
  /// - Parameter evaluation: that of the `TurnTracking`, if this thread tracks the objects that its effects read for all of them.
  private func run(by evaluation: Evaluation.Pointer? = nil) {
    let isTracked = evaluation != nil
    var isFirst = true
    while true {
      GraphLock.lock()
      // Not if this run is part of another one, whose changes are counted.
      if isFirst, computation.claimant == 0 {
        ownChanges = 0
        if isTracked { computation.state.insert(.isTracked) } else { computation.state.remove(.isTracked) }
      }
      isFirst = false
      beginActing()
      let outcome = evaluation.map { computation.bringUpToDate(by: $0) } ?? computation.bringUpToDate()
      // The thread that runs it reaches this again.
      if outcome == .busy { computation.state.insert(.wasBypassed) }
      let isToRunAgain = computation.state.isDisjoint(with: .isReleased) && computation.state.contains(.stale)
      if computation.isFed { fed.store(1) }
      GraphLock.unlock()
      // Otherwise the closure is running, and the thread that runs it goes on afterwards.
      if outcome != .upToDate { return }
      // A feed that starts is not to be tracked.
      if isFed, !isTracked { updateFeeds(of: computation) }
      if !isToRunAgain { break }
    }
    if cause.relaxed != 0 { takeCause() }
  }

  /// Stops a closure that changes its own inputs in each of its runs: it would never return. Called under the lock.
  func countOwnChange(in run: UInt) {
    if lastCounted == run { return }
    lastCounted = run
    ownChanges += 1
    if ownChanges < Self.limit { return }
    GraphLock.unlock()
    // Not a `precondition`, which prints nothing in a release build.
    fatalError(
      """
      The closure of \(computation.info.operation) (\(computation.info.place.file):\(computation.info.place.line)) has \
      changed a value that it reads in \(Self.limit) runs in a row. Let it set the value only if that differs, or create \
      the property with `isSame:`.
      """)
  }

  func stop() {
    computation.removeReaction(self)
    stopFeeds()
    computation.remove()
  }

  func whenIdle(_ action: @escaping @Sendable () -> Void) { computation.whenIdle(action) }

  // MARK: - In a turn

  override var home: ExecutionContext? { context }

  // It reaches no join, hence the depth of one: an event that the closure sends begins a turn of its own.
  override func settle(in turn: Turn) {
    var isOnMain: Bool?
    settle(by: nil, &isOnMain)
  }

  override class func settle(_ effects: inout EffectQueue, on thread: UInt) {
    ReadingContext.pause { settleAll(&effects, on: thread) }
  }

  private static func settleAll(_ effects: inout EffectQueue, on thread: UInt) {
    if effects.hasSeveral, TurnTracking.settle(&effects, on: thread) { return }
    var isOnMain: Bool?
    while let reaction = unsafe effects.takeFirst() {
      let effect = unsafe Unmanaged<Effect>.fromOpaque(reaction.toOpaque())
      unsafe effect._withUnsafeGuaranteedRef { $0.settle(by: nil, &isOnMain) }
      unsafe Reaction.endHold(reaction, thread)
    }
  }

  /// - Parameters:
  ///   - evaluation: that of the `TurnTracking` in which this acts, if it does.
  ///   - isOnMain: whether this thread is on the main queue, once an effect of the turn has found that out.
  @inline(__always)
  func settle(by evaluation: Evaluation.Pointer?, _ isOnMain: inout Bool?) {
    if isHere(&isOnMain) { run(by: evaluation) } else { context.run { [self] in run() } }
  }

  /// Whether this thread may run the closure.
  @inline(__always)
  private func isHere(_ isOnMain: inout Bool?) -> Bool {
    switch homeKind {
    case .anywhere: return true
    case .elsewhere: return context.isHere
    case .main:
      let isHere = isOnMain ?? context.isHere
      isOnMain = isHere
      return isHere
    }
  }

  /// The `TurnTracking` is over in which this has acted. Called under no lock.
  func trackingHasEnded() {
    if !isFed { return }
    GraphLock.lock()
    // Otherwise a run around the tracking starts the feeds when it is over.
    let isIdle = computation.claimant == 0
    GraphLock.unlock()
    if isIdle { updateFeeds(of: computation) }
  }

  /// Follows the objects that a `TurnTracking` has found, until the next run.
  ///
  /// - Returns: the alarm that the next change of one of them rings.
  func followObjects(_ reached: inout ReactionList) -> ObservationAlarm { computation.followObjectsOfTurn(&reached) }
}
