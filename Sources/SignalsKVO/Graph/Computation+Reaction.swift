// The reaction to the changes of a computation.
extension Computation {
  /// The reaction of a value that is observed, or has been. From any thread.
  final var existingReaction: Reaction? {
    GraphLock.lock()
    defer { GraphLock.unlock() }
    return madeReaction?.takeUnretainedValue()
  }

  /// Makes the reaction of the value, unless another thread has made one meanwhile. The value keeps it until its end.
  final func makeReaction() -> Reaction {
    var answer: Unmanaged<Reaction>?
    _ = withUnsafeMutablePointer(to: &answer) { perform(self, .react($0)) }
    guard let new = answer else { preconditionFailure("A value that can be observed has a reaction.") }
    GraphLock.lock()
    let made = madeReaction ?? new
    madeReaction = made
    GraphLock.unlock()
    if made.toOpaque() != new.toOpaque() {
      new._withUnsafeGuaranteedRef { $0.finish() }
      new.release()
    }
    return made.takeUnretainedValue()
  }

  /// Has a reaction act no more. From any thread.
  final func removeReaction(_ reaction: Reaction) {
    GraphLock.lock()
    if isObserved(by: reaction) { self.reaction = nil }
    let isKept = reaction.stopKeeping()
    GraphLock.unlock()
    if isKept { Unmanaged.passUnretained(reaction).release() }
  }

  /// Under the lock.
  final func isObserved(by reaction: Reaction) -> Bool {
    self.reaction?.toOpaque() == Unmanaged.passUnretained(reaction).toOpaque()
  }
}
