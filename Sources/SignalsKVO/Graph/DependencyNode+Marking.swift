internal import Signals

// Staleness is pushed: a change marks everything that depends on it, and collects the reactions to that.

extension DependencyNode {
  /// The number of changes of all sources. Guarded by the lock of the graph.
  // Unsafe by name only, for that reason.
  @safe @exclusivity(unchecked) nonisolated(unsafe) static var changes: UInt = 0
  /// The nodes that were marked already, and below which this marking has gone on.
  @safe @exclusivity(unchecked) nonisolated(unsafe) private static var passed = VisitedNodes()

  /// Marks all dependents of a source as stale, after its value was replaced. Under the lock.
  final func markChanged(_ reached: inout ReactionList) {
    Self.changes &+= 1
    version &+= 1
    mark(asChanged: true, &reached)
  }

  /// Marks all dependents as possibly stale. Under the lock.
  ///
  /// Marking stops at a node that is marked already, since everything below it is marked too. Only what another thread has
  /// computed for itself from such a node, while it was claimed, may be unmarked. Marking goes down first and then
  /// on to the next, so reactions are reached in the order in which the nodes read each other.
  ///
  /// - Parameter asChanged: whether the direct dependents need no further check.
  final func mark(asChanged: Bool, _ reached: inout ReactionList) {
    Self.passed.forget()
    var next = firstDependent
    while let edge = next {
      next = edge.pointee.nextDependent
      unsafe edge.pointee.dependent._withUnsafeGuaranteedRef { computation in
        if asChanged, computation.claimant != 0 {
          if computation.willRead(edge) { return }
          computation.checkSetter()
        }
        let wasStale = computation.state.contains(.stale)
        computation.becomeStale(asChanged ? [.stale, .changed] : .stale)
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
    while let edge = next ?? Worklist.popLast() {
      if let following = edge.pointee.nextDependent { Worklist.append(following) }
      next = unsafe edge.pointee.dependent._withUnsafeGuaranteedRef { computation in
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
}

/// The edges that marking follows later. Guarded by the lock of the graph.
// An array would have to be initialised when it is first used, and each use would look whether it is. The variables are unsafe by
// name only, since the lock guards them.
private enum Worklist {
  @safe @exclusivity(unchecked) nonisolated(unsafe) private static var edges:
    UnsafeMutablePointer<DependencyEdge.Pointer>?
  @safe @exclusivity(unchecked) nonisolated(unsafe) private static var count = 0
  @safe @exclusivity(unchecked) nonisolated(unsafe) private static var capacity = 0

  static func append(_ edge: DependencyEdge.Pointer) {
    if count == capacity { grow() }
    unsafe (edges.unsafelyUnwrapped + count).initialize(to: edge)
    count += 1
  }

  static func popLast() -> DependencyEdge.Pointer? {
    guard count > 0 else { return nil }
    count -= 1
    return unsafe edges.unsafelyUnwrapped[count]
  }

  @inline(never)
  private static func grow() {
    let larger = UnsafeMutablePointer<DependencyEdge.Pointer>.allocate(capacity: max(64, 2 * capacity))
    if let edges {
      unsafe larger.moveInitialize(from: edges, count: count)
      unsafe edges.deallocate()
    }
    edges = unsafe larger
    capacity = max(64, 2 * capacity)
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

  /// Whether this thread runs the closure, which has not read an input of the last run again. If it does, it reads the new value.
  fileprivate final func willRead(_ input: DependencyEdge.Pointer) -> Bool {
    guard state.contains(.running), claimant == currentThread(), let context = ReadingContext.ofRun(of: self) else {
      return false
    }
    var next = context.pointee.nextRead
    while let edge = next {
      if edge == input { return true }
      next = edge.pointee.nextInput
    }
    return false
  }

  /// Stops a computation that sets a value that it has read, since it would never be up to date.
  fileprivate final func checkSetter() {
    guard claimant == currentThread(), state.contains(.running) else { return }
    if state.contains(.isEffect) {
      let run = ReadingContext.ofRun(of: self)?.pointee.run ?? 0
      unsafe reaction?._withUnsafeGuaranteedRef { ($0 as? Effect)?.countOwnChange(in: run) }
      return
    }
    GraphLock.unlock()
    // Not a `preconditionFailure`, which prints nothing in a release build.
    fatalError(
      """
      The closure of \(info.operation) (\(info.place.file):\(info.place.line)) sets a value that it reads, so it would have \
      to run again and again. Let it compute and nothing else, or read the value in `untracked { }`.
      """)
  }
}
