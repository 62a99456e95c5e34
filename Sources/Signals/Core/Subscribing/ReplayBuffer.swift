/// The values that a hub keeps for later subscribers (C12).
///
/// A value is recorded when its delivery begins, and a new subscriber receives the recorded values before it becomes an
/// observer. The hub's owner does both, between two handlers, so a subscriber receives each value by one of the two ways,
/// never by both.
// Unchecked, because all of it belongs to that owner.
@usableFromInline
package class ReplayBuffer<Value: Sendable>: @unchecked Sendable {
  private let policy: BufferingPolicy
  @safe @exclusivity(unchecked) final var kept: Backlog<Value>

  package init(_ policy: BufferingPolicy) {
    self.policy = policy
    kept = Backlog(policy)
  }

  /// Records a value whose delivery begins.
  ///
  /// - Parameter hasOpenObservers: whether any observer will take the value.
  @usableFromInline
  package func record(_ value: Value, hasOpenObservers: @autoclosure () -> Bool) {
    _ = kept.append(value, isEnd: false)
  }

  /// Passes the recorded values to a new subscriber, until `pass` returns false.
  package func replay(_ pass: (Value) -> Bool) {
    for value in kept.messages {
      guard pass(value) else { return }
    }
  }

  package final func forget() { kept = Backlog(policy) }
}
