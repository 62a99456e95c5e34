/// The feed of a source: it runs while reactions depend on the source, or the source has observers of its own (K8).
// Unchecked, because the subclass guards its own state.
@usableFromInline
class SourceFeed: @unchecked Sendable {
  /// Counts one more or one less reaction that depends on the source.
  func countReactions(_ difference: Int) { preconditionFailure("\(Self.self) must override countReactions(_:).") }
}

/// The feeds that a reaction keeps running.
// Unchecked, because the lock of the graph guards it.
final class FeedUse: @unchecked Sendable {
  @safe @exclusivity(unchecked) var feeds: [SourceFeed] = []
  /// The value of `fedEdgeChanges` when the feeds were looked for.
  @safe @exclusivity(unchecked) var searchedAt: UInt = 0
}
