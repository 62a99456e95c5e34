// The reaction to the changes of a computation.
extension Computation {
  /// The reaction of a value that is observed, or has been. From any thread.
  @usableFromInline final var existingReaction: Reaction? {
    GraphLock.lock()
    defer { GraphLock.unlock() }
    return unsafe madeReaction?.takeUnretainedValue()
  }

  /// Makes the reaction of the value, unless another thread has made one meanwhile. The value keeps it until its end.
  final func makeReaction() -> Reaction {
    var answer: Unmanaged<Reaction>?
    _ = unsafe withUnsafeMutablePointer(to: &answer) { unsafe perform(self, .react($0)) }
    guard let new = unsafe answer else { preconditionFailure("A value that can be observed has a reaction.") }
    GraphLock.lock()
    let made = unsafe madeReaction ?? new
    madeReaction = unsafe made
    GraphLock.unlock()
    if unsafe made.toOpaque() != new.toOpaque() {
      unsafe new._withUnsafeGuaranteedRef { $0.finish() }
      unsafe new.release()
    }
    return unsafe made.takeUnretainedValue()
  }

  /// Has a reaction act no more. From any thread. Returns whether it did so before.
  @discardableResult
  final func removeReaction(_ reaction: Reaction) -> Bool {
    GraphLock.lock()
    let hasActed = isObserved(by: reaction)
    if hasActed { unsafe self.reaction = nil }
    let isKept = reaction.stopKeeping()
    GraphLock.unlock()
    if isKept { unsafe Unmanaged.passUnretained(reaction).release() }
    return hasActed
  }

  /// Under the lock.
  final func isObserved(by reaction: Reaction) -> Bool {
    unsafe self.reaction?.toOpaque() == Unmanaged.passUnretained(reaction).toOpaque()
  }
}
