internal import Signals

// A computation that reads itself, directly or through others.
//
// The one that is read while it is being brought up to date is the root of a circle. The circle is open for as long as the root
// is not up to date. Meanwhile each further computation on the way to the root that reads one in the circle is in it, too, and
// another thread runs the closure of one in the circle for itself. If a run of one in the circle is dropped, all of them run again.
extension Computation {
  /// Records that this thread reads this while it brings it up to date: every computation in between is part of a circle.
  ///
  /// - Returns: the labels of the circle.
  @usableFromInline
  final func noteCircle() -> [NodeInfo] {
    GraphLock.lock()
    markCircle()
    GraphLock.unlock()
    var circle: [NodeInfo] = []
    forEachReader { computation, _ in
      if computation.isNamed { circle.append(computation.info) }
      return true
    }
    return circle
  }

  /// Records that this thread reads this, if it is in an open circle. Under the lock.
  ///
  /// - Returns: the outcome for this read. A value in the circle of another thread is as busy as the root: it may get another value.
  @usableFromInline
  @inline(never)
  final func noteOpenCircle(_ outcome: Outcome) -> Outcome {
    guard let root = unsafe openRoot else { return outcome }
    return unsafe root._withUnsafeGuaranteedRef { root in
      if root.claimant != currentThread() { return outcome == .upToDate ? .busy : outcome }
      root.markCircle()
      return outcome
    }
  }

  /// Whether this is in a circle whose root a thread is bringing up to date. Under the lock.
  final var isInOpenCircle: Bool {
    @inline(never)
    get { unsafe openRoot != nil }
  }

  /// Whether the value is up to date, and that for a read within a circle. Under the lock.
  final var isInCompleteCircle: Bool {
    state.contains(.isCircular) && state.isDisjoint(with: [.stale, .provisional]) && claimant == 0 && !isInOpenCircle
  }

  /// The root of the open circle that this is in, if there is one. Under the lock.
  private final var openRoot: Unmanaged<Computation>? {
    var next = circleRoot
    while let identity = next, let root = unsafe Self.withRarities(identity) {
      // A root may be in the circle of another one, which is still open.
      let (isOpen, outer) = unsafe root._withUnsafeGuaranteedRef { ($0.claimant != 0, $0.circleRoot) }
      if isOpen { return unsafe root }
      next = outer
    }
    return nil
  }

  /// Marks this and each computation that this thread brings up to date on its behalf as part of a circle. Under the lock.
  private final func markCircle() {
    let thread = currentThread()
    // A run for one read leaves no result. And if it were a root, two computations could be the roots of each other for two threads.
    let isClaimed = claimant == thread
    var circle: Set<ObjectIdentifier> = []
    forEachReader { computation, _ in
      circle.insert(ObjectIdentifier(computation))
      return !computation.isMarked(inCircleOf: self)
    }
    forEachReader { computation, detached in
      if let detached {
        detached.pointee.isInCircle = true
        return true
      }
      // The release of a former value is no read by the computation.
      guard computation.claimant == thread, !computation.state.contains(.releasesFormerValue) else { return true }
      // Everything further on is marked, too.
      if computation.isMarked(inCircleOf: self) { return false }
      computation.isInCircle = true
      if computation === self { return true }
      // It may be in a larger circle already, whose root is up to date later.
      if isClaimed, !computation.isInLargerCircle(than: circle) { computation.circleRoot = ObjectIdentifier(self) }
      return true
    }
    // Not at all in most programs: to look at all that this thread runs, for each value on the way back, takes the square of their
    // number.
    if ReadingContext.detachedRuns.relaxed == 0 { return }
    // Further out, this thread may run one of them for one read, too: from before it has claimed that one.
    _ = Self.forEachReader { computation, detached in
      if let detached, computation.isInCircle, computation.claimant == thread { detached.pointee.isInCircle = true }
      return true
    }
  }

  /// Marks every computation on the way to the root as stale, so that it runs again. Called under the lock when this runs again, or
  /// was found outside the circle: another thread has changed an input, and may have broken the circle.
  ///
  /// The computations on the way to the root are marked as part of the circle, and may be no dependents of this yet. Those that have
  /// read one of them within the circle may have been no dependents of it when that thread marked it.
  @inline(never)
  final func dissolveCircle(_ reached: inout ReactionList) {
    let thread = currentThread()
    _ = Self.forEachReader { computation, detached in
      guard detached == nil, computation.claimant == thread else { return true }
      guard computation.isInCircle || computation.state.contains(.wasInCircle) else { return false }
      computation.becomeStale([.stale, .changed])
      computation.reach(&reached)
      computation.markAgain(&reached)
      return true
    }
    forgetCircle()
  }

  /// Has the others in the circle run together with this, which runs again though no change has marked it, since its result was
  /// provisional: none of them finds the circle by itself. No value is known to be another one, so no reaction is reached. Called
  /// under the lock, when this is claimed.
  @inline(never)
  final func outdateCircle() {
    let thread = currentThread()
    forEachDependent { node in
      // Whether one that a thread has claimed is in the circle is found out anew. What follows from one that this thread has claimed
      // was marked with it, and may have run since.
      if node.claimant != 0 { return node.claimant != thread }
      guard node.state.contains(.isCircular) else { return false }
      if node.state.contains(.stale) { return true }
      node.becomeUnreached()
      return true
    }
  }

  /// Has later marks go on below those that this has just made, since it gives up its own mark: it depends on itself by way of them.
  /// Called under the lock.
  @inline(never)
  final func openMarksOfCircle() {
    forEachDependent { node in
      if node.state.contains(.stale) { node.state.insert(.unreached) } else if node.claimant == 0 { return false }
      return true
    }
  }

  private final func isInLargerCircle(than circle: Set<ObjectIdentifier>) -> Bool {
    guard let circleRoot, !circle.contains(circleRoot) else { return false }
    guard let root = unsafe Self.withRarities(circleRoot) else { return false }
    return unsafe root._withUnsafeGuaranteedRef { $0.claimant == currentThread() }
  }

  private final func isMarked(inCircleOf root: Computation) -> Bool {
    isInCircle && circleRoot == ObjectIdentifier(root)
  }

  /// Has the next run find out anew whether this is in a circle. Under the lock.
  @inline(never)
  final func forgetCircle() {
    isInCircle = false
    circleRoot = nil
    state.insert(.changed)
  }

  /// Calls `body` with each computation that this thread is bringing up to date, from the innermost one to this, until it returns
  /// false. If it runs one for one read alone, `body` receives the context, too.
  private final func forEachReader(_ body: (Computation, _ detached: ReadingContext.Pointer?) -> Bool) {
    let isFound = Self.forEachReader { body($0, $1) && $0 !== self }
    if !isFound { _ = body(self, nil) }
  }

  /// Calls `body` with each computation that this thread is bringing up to date, until it returns false.
  ///
  /// - Returns: whether it has done so.
  private static func forEachReader(_ body: (Computation, _ detached: ReadingContext.Pointer?) -> Bool) -> Bool {
    ReadingContext.forEach { context in
      var next = unsafe context.pointee.computation
      let detached = unsafe context.pointee.detached == nil ? nil : context
      while let computation = unsafe next {
        if unsafe !computation._withUnsafeGuaranteedRef({ body($0, detached) }) { return true }
        // Another thread has claimed the computation that this one runs for one read.
        guard detached == nil else { return false }
        unsafe next = computation._withUnsafeGuaranteedRef { unsafe $0.claimingEdge?.pointee.dependent }
      }
      return false
    }
  }

  /// - Parameters:
  ///   - circle: the values of the circle.
  ///   - root: the value that was read first, and that has no value for this case.
  @usableFromInline
  static func stop(inCircle circle: [NodeInfo], readFrom root: NodeInfo) -> Never {
    let names = circle.map(name).joined(separator: ", which is read by ")
    // An operator such as `filtered` has no form that takes such a value.
    let advice =
      ["Derived", "Computed"].contains(root.operation) && !root.isInternal
      ? "give \(name(root)) a value for this case: \(root.operation)(inCircle: …)"
      : "read one of them first that has a value for this case: Derived(inCircle: …)"
    // Not a `preconditionFailure`, which prints nothing in a release build.
    fatalError(
      "A derived value reads itself: \(names). Take one of them out of the closure of another, make it a Property that is "
        + "set, or \(advice).")
  }

  private static func name(_ info: NodeInfo) -> String {
    info.isInternal ? info.operation : "\(info.operation) (\(info.place.file):\(info.place.line))"
  }
}
