internal import Signals

/// What only few states need: those with bindings, with a feed, or with both a hub and computations.
// Unchecked, because one of two locks guards each part.
@usableFromInline
final class StateExtras: @unchecked Sendable {
  // Guarded by the lock of the state, except as stated.
  /// How many bindings want to know where changes come from.
  @safe @exclusivity(unchecked) @usableFromInline var bindingCount = 0
  /// The parts that bindings want to know of, once there is one.
  @safe @exclusivity(unchecked) @usableFromInline var boundParts: AnyObject?
  /// The cause of the last change, if one of them wanted to know. Any thread may look at it.
  @usableFromInline let newestCause = AtomicWord(0)
  /// The follower of the hub, which delivers the reactions; nil if the state has no hub.
  @safe @exclusivity(unchecked) var reached: WaitingReactions?
  /// Sets the state while it is observed.
  @safe @exclusivity(unchecked) weak var feed: SourceFeed?
  /// The thread that has stored the last change, once `modify` has to know that.
  @safe @exclusivity(unchecked) @usableFromInline var lastSetter: UInt = 0
}
