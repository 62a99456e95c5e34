internal import Signals

// Staleness is pushed: a change marks everything that depends on it, and collects the reactions to that.

extension DependencyNode {
  /// The number of changes of all sources. Guarded by the lock of the graph.
  // Unsafe by name only, for that reason.
  @safe @exclusivity(unchecked) nonisolated(unsafe) static var changes: UInt = 0
  /// Whether a result that may be another one is being marked, and nothing was set. Guarded by the lock of the graph.
  // Unsafe by name only, for that reason.
  @safe @exclusivity(unchecked) nonisolated(unsafe) fileprivate static var isRepeating = false
  /// The nodes that were marked already, and below which this marking has gone on.
  @safe @exclusivity(unchecked) nonisolated(unsafe) private static var passed = VisitedNodes()
  /// The edges that marking follows later.
  @safe @exclusivity(unchecked) nonisolated(unsafe) private static var worklist = KeptStack<DependencyEdge.Pointer>()

  /// Marks all dependents of a source as stale, after its value was replaced. Under the lock.
  final func markChanged(_ reached: inout ReactionList) {
    Self.changes &+= 1
    mark(asChanged: true, &reached)
  }

  /// Marks all dependents as possibly stale, since the value may be another one than they have read. Under the lock.
  ///
  /// This thread has set nothing, so the marks are no changes by the computations that it runs.
  final func markAgain(_ reached: inout ReactionList) {
    Self.isRepeating = true
    mark(asChanged: false, &reached)
    Self.isRepeating = false
  }

  /// Marks all dependents as possibly stale. Under the lock.
  ///
  /// Marking stops at a node that is marked already, since everything below it is marked too. Only what another thread has
  /// computed for itself from such a node, while it was claimed, may be unmarked. Marking goes down first and then
  /// on to the next, so reactions are reached in the order in which the nodes read each other.
  ///
  /// - Parameter asChanged: whether this is a source whose value was replaced. Its edges say so, and its dependents find that in
  ///   the order of their reads: a dependent that runs at once would bring its earlier inputs up to date from within its closure, and
  ///   a row of such values would overflow the stack.
  final func mark(asChanged: Bool, _ reached: inout ReactionList) {
    Self.passed.forget()
    var next = firstDependent
    while let edge = next {
      next = edge.pointee.nextDependent
      unsafe edge.pointee.dependent._withUnsafeGuaranteedRef { computation in
        let isClaimed = computation.claimant != 0
        if isClaimed, !computation.isConcerned(by: edge, isDirect: asChanged) { return }
        let wasStale = computation.state.contains(.stale)
        // No check is needed if the source was read first. The edges of a computation that a thread has claimed belong to that thread.
        let isToRun = asChanged && (isClaimed || computation.firstInput == edge)
        if asChanged, !isToRun { edge.pointee.version = DependencyEdge.changedVersion }
        computation.becomeStale(isToRun ? [.stale, .changed] : .stale)
        guard !wasStale || Self.goesOn(below: computation) else { return }
        computation.reach(&reached)
        Self.markDependents(of: computation, &reached)
      }
    }
  }

  /// Marks all that follows from a computation.
  @inline(__always)
  private static func markDependents(of computation: Computation, _ reached: inout ReactionList) {
    var next = computation.firstDependent
    while let edge = next ?? worklist.popLast() {
      if let following = edge.pointee.nextDependent { worklist.append(following) }
      next = unsafe edge.pointee.dependent._withUnsafeGuaranteedRef { computation in
        if computation.claimant != 0, !computation.isConcerned(by: edge, isDirect: false) { return nil }
        guard !computation.state.contains(.stale) || goesOn(below: computation) else { return nil }
        computation.becomeStale()
        computation.reach(&reached)
        return computation.firstDependent
      }
    }
  }

  /// Whether marking has to go on below a node that is marked already: once, if another thread has run its closure for itself
  /// or the former marking has reached no reaction.
  private static func goesOn(below computation: Computation) -> Bool {
    !computation.state.isDisjoint(with: [.wasBypassed, .unreached]) && passed.visit(computation)
  }

  // MARK: - Everything that follows

  /// Calls `body` with everything else that follows from this; but with nothing that follows only from those for which it returns
  /// false. Under the lock.
  final func forEachDependent(_ body: (Computation) -> Bool) {
    var visited = VisitedNodes()
    _ = visited.visit(self)
    var worklist: ContiguousArray<Unmanaged<Computation>> = unsafe []
    unsafe appendDependents(to: &worklist)
    while let node = unsafe worklist.popLast() {
      unsafe node._withUnsafeGuaranteedRef { node in
        if visited.visit(node), body(node) { unsafe node.appendDependents(to: &worklist) }
      }
    }
  }

  /// Whether a feed of joins follows from this that has yet to act: see `ReactionList.joinSettlingTurn(if:)`. Not under the lock.
  final func isFeedPending(besides own: Set<ObjectIdentifier>) -> Bool {
    var isPending = false
    GraphLock.lock()
    forEachDependent { computation in
      unsafe computation.reaction?._withUnsafeGuaranteedRef { reaction in
        if reaction.isReached, reaction.depth > 1, !own.contains(ObjectIdentifier(reaction)) { isPending = true }
      }
      return !isPending
    }
    GraphLock.unlock()
    return isPending
  }

  /// Under the lock.
  final func appendDependents(to worklist: inout ContiguousArray<Unmanaged<Computation>>) {
    var next = firstDependent
    while let edge = next {
      unsafe worklist.append(edge.pointee.dependent)
      next = edge.pointee.nextDependent
    }
  }
}

extension Computation {
  /// Reaches what acts on this. Under the lock.
  @inline(__always)
  final func reach(_ reached: inout ReactionList) {
    guard let reaction = unsafe reaction else { return }
    if state.contains(.isElement) { StaleElements.note(self) } else { unsafe reached.append(reaction) }
  }

  /// Marks this as changed and all its dependents as possibly stale. Under the lock.
  final func markChangedItself(_ reached: inout ReactionList) {
    Self.changes &+= 1
    let goesOn = !state.contains(.stale) || !state.isDisjoint(with: [.wasBypassed, .unreached])
    becomeStale([.stale, .changed])
    guard goesOn else { return }
    reach(&reached)
    mark(asChanged: false, &reached)
  }

  /// Whether a change of an input concerns the run that is under way. Called under the lock, for a computation that is claimed.
  ///
  /// It doesn't if this thread runs the closure, which has not read that input of the last run again: if it does, it reads the
  /// new value.
  ///
  /// - Parameter isDirect: whether the input itself was set.
  fileprivate final func isConcerned(by input: DependencyEdge.Pointer, isDirect: Bool) -> Bool {
    guard claimant == currentThread(), state.contains(.running) else { return true }
    guard let context = ReadingContext.ofRun(of: self) else {
      // The closure has returned: this is done by the comparison of its result, or by the deinit of one.
      if !Self.isRepeating { ReadingContext.of(self)?.pointee.evaluation?.pointee.noteOwnChange(of: self) }
      return true
    }
    let run = context.pointee.run
    // Each input that the run has read again has its number, except for one that another computation has read since.
    if unsafe input.pointee.input?._withUnsafeGuaranteedRef({ $0.lastReader.relaxed }) != run,
      context.pointee.isUnread(input)
    {
      return false
    }
    if Self.isRepeating { return true }
    if state.contains(.isEffect) {
      unsafe reaction?._withUnsafeGuaranteedRef { ($0 as? Effect)?.countOwnChange(in: run) }
    } else if isDirect {
      stopSetter()
    } else {
      context.pointee.evaluation?.pointee.noteOwnChange(of: self)
    }
    return true
  }

  /// Stops a computation that sets a value that it has read, since it would never be up to date.
  final func stopSetter() -> Never {
    GraphLock.unlock()
    // Not a `preconditionFailure`, which prints nothing in a release build.
    fatalError(
      """
      The closure of \(info.operation) (\(info.place.file):\(info.place.line)) sets a value that it reads, so it would have \
      to run again and again. Let it and its comparison compute and nothing else, or read the value in `untracked { }`.
      """)
  }
}
