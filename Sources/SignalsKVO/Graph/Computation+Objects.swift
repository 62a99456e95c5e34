import Observation
internal import Signals

// The objects of Swift Observation that a computation reads (K10).
extension Computation {
  /// Has each run follow the objects that it reads, since the closure uses confined ones. Called before another thread can see this.
  @usableFromInline
  final func beConfined() { state.insert(.isConfined) }

  /// Runs the closure, and follows the objects that it reads. The claimant's, under no lock.
  ///
  /// Swift Observation misses a change that another thread makes after a read and before the tracking is in place. So a
  /// closure that has read an object runs again, while the first tracking is in place, and the second result counts. By then
  /// the values that it reads are up to date, so the second tracking holds only the reads of this closure itself. An effect
  /// cannot run twice.
  ///
  /// - Returns: whether the result differs from the value.
  @inline(never)
  final func computeFollowingObjects(_ evaluation: Evaluation.Pointer) -> Bool {
    var probes: [ObservationProbe] = []
    var (differs, objects) = computeOnce(evaluation, &probes)
    if let found = objects {
      if !evaluation.pointee.objectsWereInUse {
        GraphLock.lock()
        beginFollowing(&evaluation.pointee.context.pointee.reached)
        GraphLock.unlock()
      }
      if !evaluation.pointee.state.contains(.isEffect) {
        (differs, objects) = computeAgain(evaluation, after: found, differs, &probes)
      }
    }
    if !probes.isEmpty, objects == nil { objects = ObservedObjects(nil, probes: probes) }
    evaluation.pointee.note(objects)
    return differs
  }

  /// Has every later run follow objects. The values that were computed within this run follow none, and are computed again. Under
  /// the lock.
  private final func beginFollowing(_ reached: inout ReactionList) {
    Evaluation.objectsAreInUse = true
    var visited = VisitedNodes()
    var inputs: ContiguousArray<Unmanaged<Computation>> = unsafe []
    var worklist: ContiguousArray<Unmanaged<Computation>> = unsafe [.passUnretained(self)]
    while let node = unsafe worklist.popLast() {
      unsafe node._withUnsafeGuaranteedRef { node in
        var next = node.firstInput
        while let edge = next {
          next = edge.pointee.nextInput
          guard let input = unsafe edge.pointee.computation else { continue }
          unsafe input._withUnsafeGuaranteedRef { computation in
            if !visited.visit(computation) { return }
            unsafe inputs.append(input)
            unsafe worklist.append(input)
          }
        }
      }
    }
    unsafe inputs.forEach { unsafe $0._withUnsafeGuaranteedRef { $0.markChangedItself(&reached) } }
  }

  /// Has this effect follow objects that its last run may have read.
  ///
  /// - Returns: the alarm that the next change of one of them rings.
  final func followObjectsOfTurn(_ reached: inout ReactionList) -> ObservationAlarm {
    let alarm = makeAlarm()
    let objects = ObservedObjects(alarm)
    GraphLock.lock()
    defer { GraphLock.unlock() }
    // A thread that is running the effect has it follow its objects.
    if claimant != 0 || state.contains(.isReleased) { return alarm }
    beginFollowing(&reached)
    state.insert(.hasMergedReads)
    let edge = DependencyEdge.make(from: self, to: objects, version: 0)
    guard var last = firstInput else {
      firstInput = edge
      return alarm
    }
    while let next = last.pointee.nextInput { last = next }
    last.pointee.nextInput = edge
    return alarm
  }

  @inline(never)
  private final func computeAgain(
    _ evaluation: Evaluation.Pointer, after first: ObservedObjects, _ differs: Bool, _ probes: inout [ObservationProbe]
  ) -> (differs: Bool, objects: ObservedObjects?) {
    if differs { _ = perform(self, .release) }
    GraphLock.lock()
    evaluation.pointee.context.pointee.beginRun(of: self)
    GraphLock.unlock()
    let answer = computeOnce(evaluation, &probes)
    withExtendedLifetime(first) {}
    return answer
  }

  @inline(__always)
  private final func computeOnce(
    _ evaluation: Evaluation.Pointer, _ probes: inout [ObservationProbe]
  ) -> (differs: Bool, objects: ObservedObjects?) {
    let context = evaluation.pointee.context
    if evaluation.pointee.state.contains(.readsObjects) {
      // A tracking around this one would track the marker, too, and end with it.
      guard let probe = ObservationProbe.takeIfRecording() else { return computeFollowing(context) }
      probes.append(probe)
    }
    var objects: ObservedObjects?
    // The argument is evaluated only if there is an object that can change. A local function would be allocated for each run.
    let differs = withObservationTracking({ perform(self, .compute(context)) }, onChange: follow(&objects, probes))
    return (differs, objects)
  }

  @inline(never)
  private final func follow(_ objects: inout ObservedObjects?, _ probes: [ObservationProbe]) -> @Sendable () -> Void {
    let alarm = makeAlarm()
    objects = ObservedObjects(alarm, probes: probes)
    return { alarm.ring() }
  }

  @inline(never)
  private final func computeFollowing(
    _ context: ReadingContext.Pointer
  ) -> (differs: Bool, objects: ObservedObjects?) {
    let alarm = makeAlarm()
    let marker = ObservationAlarm.Marker()
    let differs = alarm.follow(marker) { perform(self, .compute(context)) }
    return (differs, ObservedObjects(alarm, marker))
  }

  @inline(never)
  private final func makeAlarm() -> ObservationAlarm { ObservationAlarm { [weak self] _ in self?.objectWillChange() } }

  /// Records the objects as the last input that the run has read. Called under the lock.
  ///
  /// Swift Observation adds the reads of a tracking to each tracking around it, and doesn't distinguish the two.
  final func note(_ objects: DependencyNode, _ context: ReadingContext.Pointer) {
    state.insert(.readsObjects)
    context.pointee.noteNewRead(of: objects, by: self, isLocked: true, version: 0)
    ReadingContext.forEachRun(around: context) { $0.state.insert(.hasMergedReads) }
  }

  // MARK: - A change

  /// Marks what depends on an object that this thread is about to change.
  ///
  /// There is no report of the store. But what the actor of the object runs later comes after it. Until then, each read runs
  /// the closure anew, and the reactions wait.
  private final func objectWillChange() {
    let thread = currentThread()
    let isOnMain = MainQueue.isCurrent
    GraphLock.lock()
    // An object that the closure itself changes is not followed meanwhile.
    if isReleasedUnread || claimant == thread && state.contains(.running) { return GraphLock.unlock() }
    let context = isOnMain ? .main : homeOfReactions()
    // A block on the main queue need not run after a change by another thread.
    let isProof = isOnMain || context?.isMain == false
    if !state.contains(.isEffect) {
      state.insert(.announced)
      if !isProof { state.insert(.unproven) }
    }
    guard let context else {
      markUnreached()
      return GraphLock.unlock()
    }
    let (changes, isNew) = AnnouncedChanges.waiting(for: context, isProof: isProof)
    countAnnouncements(1)
    changes.append(self)
    if state.contains(.isEffect) {
      if let reaction = unsafe reaction { unsafe changes.reached.append(reaction) }
    } else {
      markChangedItself(&changes.reached)
    }
    GraphLock.unlock()
    if isNew { changes.wait(on: context) }
  }

  /// Marks what depends on the object, after its store. Called under the lock.
  fileprivate final func objectHasChanged(_ reached: inout ReactionList) {
    guard countAnnouncements(-1) == 0, !isReleasedUnread else { return }
    if !state.contains(.unproven) { state.remove(.announced) }
    if state.contains(.hasMergedReads) {
      becomeStale([.stale, .objectsChanged])
      reach(&reached)
    } else {
      markChangedItself(&reached)
    }
  }

  /// The first context that belongs to a reaction that depends on this. Called under the lock.
  private final func homeOfReactions() -> ExecutionContext? {
    var visited = VisitedNodes()
    var worklist: ContiguousArray<Unmanaged<Computation>> = unsafe [.passUnretained(self)]
    while let node = unsafe worklist.popLast() {
      let home = unsafe node._withUnsafeGuaranteedRef { node -> ExecutionContext? in
        if !visited.visit(node) { return nil }
        if let home = unsafe node.reaction?._withUnsafeGuaranteedRef({ $0.home }), home.isActor { return home }
        unsafe node.appendDependents(to: &worklist)
        return nil
      }
      if let home { return home }
    }
    return nil
  }

  /// Marks everything that depends on this, but reaches no reaction: a later change reaches them. Called under the lock.
  private final func markUnreached() {
    Self.changes &+= 1
    var worklist: ContiguousArray<Unmanaged<Computation>> = unsafe []
    if state.contains(.isEffect) {
      state.insert(.changed)
    } else {
      becomeStale([.stale, .changed, .unreached])
      if state.contains(.isElement) { StaleElements.note(self) }
      unsafe appendDependents(to: &worklist)
    }
    while let node = unsafe worklist.popLast() {
      unsafe node._withUnsafeGuaranteedRef { node in
        if node.state.isSuperset(of: [.stale, .unreached]) { return }
        node.becomeUnreached()
        unsafe node.appendDependents(to: &worklist)
      }
    }
  }

  /// Marks this as possibly stale, but reaches no reaction. Called under the lock.
  final func becomeUnreached() {
    becomeStale([.stale, .unreached])
    if state.contains(.isElement) { StaleElements.note(self) }
  }
}

/// The changes of objects that are announced but perhaps not stored, and that one context is going to act on in one turn.
// Unchecked, because the lock of the graph guards the state.
private final class AnnouncedChanges: @unchecked Sendable {
  @safe @exclusivity(unchecked) fileprivate var reached = ReactionList()
  @safe @exclusivity(unchecked) private var computations: ContiguousArray<Place> = []

  private struct Place { weak let computation: Computation? }

  /// Whether the store of a change comes before what the context runs later.
  private let isProof: Bool
  /// Whether another change has been announced since the context was asked to act.
  @safe @exclusivity(unchecked) private var isExtended = false

  private struct Key: Hashable {
    let context: ObjectIdentifier?
    let isProof: Bool
  }

  // Unsafe by name only, since the lock guards it.
  @safe @exclusivity(unchecked) nonisolated(unsafe) private static var waiting: [Key: AnnouncedChanges] = [:]

  private init(isProof: Bool) { self.isProof = isProof }

  deinit { reached.release() }

  /// The changes that the context acts on next. Called under the lock.
  ///
  /// - Parameter isProof: whether what the context runs later comes after the store.
  static func waiting(for context: ExecutionContext, isProof: Bool) -> (changes: AnnouncedChanges, isNew: Bool) {
    let key = Key(context: context.identity, isProof: isProof)
    if let changes = waiting[key] {
      changes.isExtended = !isProof
      return (changes, false)
    }
    let changes = AnnouncedChanges(isProof: isProof)
    waiting[key] = changes
    return (changes, true)
  }

  /// Under the lock.
  func append(_ computation: Computation) { computations.append(Place(computation: computation)) }

  func wait(on context: ExecutionContext) {
    context.run { [self] in
      GraphLock.lock()
      if isExtended {
        isExtended = false
        GraphLock.unlock()
        return wait(on: context)
      }
      Self.waiting[Key(context: context.identity, isProof: isProof)] = nil
      let places = computations
      computations = []
      GraphLock.unlock()
      // Nothing is released under the lock.
      let changed = places.map(\.computation)
      GraphLock.lock()
      for computation in changed { computation?.objectHasChanged(&reached) }
      GraphLock.unlock()
      withExtendedLifetime(changed) {}
      reached.settle()
    }
  }
}
