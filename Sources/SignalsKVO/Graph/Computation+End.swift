internal import Signals

// The end of a computation, when nothing refers to it any more.
extension Computation {
  /// Ends everything that follows from the value, which is released, and removes this from the graph.
  @usableFromInline
  final func release() {
    if let madeReaction {
      unsafe madeReaction._withUnsafeGuaranteedRef { $0.finish() }
      unsafe madeReaction.release()
    }
    remove()
  }

  /// Releases the closure, when nothing refers to this except for its dependents. If another thread is running the closure, that
  /// thread does so afterwards.
  @usableFromInline
  final func remove() {
    GraphLock.lock()
    state.insert(.isReleased)
    endIfReleased()
  }

  /// Called under the lock, which is released.
  private final func endIfReleased() {
    if isToEnd { end() }
    GraphLock.unlock()
  }

  /// Whether nothing refers to this any more, except for its dependents, and no thread runs the closure.
  final var isToEnd: Bool {
    state.contains(.isReleased) && !state.contains(.hasEnded) && claimant == 0 && bypassCount == 0
  }

  /// Begins to run the closure although another thread has claimed this. Under the lock.
  @usableFromInline
  final func beginBypass() {
    state.insert(.wasBypassed)
    bypassCount += 1
  }

  /// Releases the lock.
  @usableFromInline
  final func endBypass() {
    bypassCount -= 1
    endIfReleased()
  }

  /// Releases the closure. Under the lock, which is released meanwhile.
  ///
  /// The computations that have read the value keep this as an input: a change of one of its inputs has them run, and then they read
  /// other values. So a closure may read a value that it makes and releases. The last of them to leave removes this.
  final func end() {
    state.insert(.hasEnded)
    let inputs = takeInputsIfUnread()
    DependencyEdge.unlink(inputs)
    let waiting = state.contains(.hasRarities) ? takeWaiting() : []
    GraphLock.unlock()
    DependencyEdge.release(inputs)
    ReleaseQueue.releaseClosure(of: self)
    for action in waiting { action() }
    GraphLock.lock()
  }

  /// Whether nothing refers to this any more, and no computation has read it. Under the lock.
  final var isReleasedUnread: Bool { state.contains(.isReleased) && firstDependent == nil }

  /// Returns the edges to the inputs of a value that was released, if no computation has read it; the caller removes them. Under the
  /// lock.
  final func takeInputsIfUnread() -> DependencyEdge.Pointer? {
    guard state.contains(.hasEnded), isReleasedUnread else { return nil }
    defer { firstInput = nil }
    return firstInput
  }
}

extension Computation: ClosureOwner {
  final func releaseClosure() { _ = perform(self, .releaseClosure) }
}
