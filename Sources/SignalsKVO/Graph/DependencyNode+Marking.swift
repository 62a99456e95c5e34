internal import Signals

// Staleness is pushed: a change marks everything that depends on it, and collects the reactions to that.

extension DependencyNode {
  /// The number of changes of all sources. Guarded by the lock of the graph.
  // Unsafe by name only, for that reason.
  @exclusivity(unchecked) nonisolated(unsafe) static var changes: UInt = 0
  /// The number of this marking.
  @exclusivity(unchecked) nonisolated(unsafe) private static var marking: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private static var worklist: ContiguousArray<DependencyEdge.Pointer> = []

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
  /// - Parameter asChanged: whether those who have read this itself need no further check.
  final func mark(asChanged: Bool, _ reached: inout ReactionList) {
    Self.marking &+= 1
    var next = firstDependent
    while let edge = next {
      next = edge.pointee.nextDependent
      edge.pointee.dependent._withUnsafeGuaranteedRef { computation in
        let wasStale = computation.state.contains(.stale)
        if asChanged, computation.claimant != 0 { computation.checkSetter() }
        computation.state.formUnion(asChanged ? [.stale, .changed] : .stale)
        if !wasStale || Self.goesOn(below: computation) { Self.visit(computation, &reached) }
      }
      while let edge = Self.worklist.popLast() {
        if let following = edge.pointee.nextDependent { Self.worklist.append(following) }
        edge.pointee.dependent._withUnsafeGuaranteedRef { computation in
          guard !computation.state.contains(.stale) || Self.goesOn(below: computation) else { return }
          computation.state.insert(.stale)
          Self.visit(computation, &reached)
        }
      }
    }
  }

  /// Whether marking has to go on below a node that is marked already: once, if another thread has run its closure for itself.
  private static func goesOn(below computation: Computation) -> Bool {
    guard computation.state.contains(.wasBypassed), computation.lastMarking != marking else { return false }
    computation.lastMarking = marking
    return true
  }

  private static func visit(_ computation: Computation, _ reached: inout ReactionList) {
    if let reaction = computation.reaction { reached.append(reaction._withUnsafeGuaranteedRef { $0 }) }
    if let first = computation.firstDependent { worklist.append(first) }
  }
}

extension Computation {
  /// Stops a computation that sets a value that it has read, since it would never be up to date.
  fileprivate final func checkSetter() {
    precondition(
      claimant != currentThread() || !state.contains(.running) || state.contains(.isEffect),
      """
      The closure of \(info.operation) (\(info.place.file):\(info.place.line)) sets a value that it reads, so it would have \
      to run again and again. Let it compute and nothing else, or read the value in `untracked { }`.
      """)
  }
}
