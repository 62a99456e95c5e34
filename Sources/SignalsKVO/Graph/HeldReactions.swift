/// The reactions to everything that follows from a property while that is being changed in place (K2).
///
/// The property can't be read until that is over, and each of these may read it. So one that another change reaches meanwhile waits.
struct HeldReactions {
  private let reactions: ContiguousArray<Reaction>

  /// Has the reactions to a node wait, except for those that wait for another change in place already: one around this.
  init(to node: DependencyNode) {
    var held: ContiguousArray<Reaction> = []
    GraphLock.lock()
    node.forEachDependent { computation in
      // An element of a collection is evaluated by the collection, which follows from it.
      if !computation.state.contains(.isElement), let reaction = unsafe computation.reaction,
        unsafe reaction._withUnsafeGuaranteedRef({ $0.beginWait() })
      {
        unsafe held.append(reaction.takeUnretainedValue())
      }
      return true
    }
    GraphLock.unlock()
    reactions = held
  }

  /// Has those that were reached meanwhile join the list. Under the lock.
  func release(into reached: inout ReactionList) {
    for reaction in reactions where reaction.endWait() { unsafe reached.append(.passUnretained(reaction)) }
  }
}
