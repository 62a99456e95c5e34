/// What a hub keeps of the past for those who come later (C12).
///
/// A value is noted when its delivery begins, and a newcomer is given what is kept before it becomes an observer. Both
/// are done by the hub's owner, between two handlers: so a newcomer gets each value by one of the two ways, never by both.
// Unchecked, because all of it belongs to that owner.
@usableFromInline
package class Memory<Value: Sendable>: @unchecked Sendable {
  private let policy: BufferingPolicy
  @exclusivity(unchecked) final var kept: Backlog<Value>

  package init(_ policy: BufferingPolicy) {
    self.policy = policy
    kept = Backlog(policy)
  }

  /// A value is about to go round.
  @usableFromInline
  package func note(_ value: Value, by hub: Hub<Value>) { _ = kept.append(value, isEnd: false) }

  /// Gives a newcomer what is kept, until it answers that it wants no more.
  package func recall(_ give: (Value) -> Bool) {
    // The room of what is gone is at the beginning.
    for case let value? in kept.messages.dropFirst(kept.head) {
      guard give(value) else { return }
    }
  }

  package final func forget() { kept = Backlog(policy) }
}
