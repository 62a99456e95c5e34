/// The values that a hub keeps for later subscribers (C12).
///
/// A value is recorded when its delivery begins, and a new subscriber receives the recorded values before it becomes an
/// observer. The hub's owner does both, between two handlers, so a subscriber receives each value by one of the two ways,
/// never by both.
// Unchecked, because all of it belongs to that owner.
@usableFromInline
package final class ReplayBuffer<Value: Sendable>: @unchecked Sendable {
  @usableFromInline let policy: BufferingPolicy
  /// Whether the first subscriber takes the values out, and none is recorded while there are observers.
  @usableFromInline let isCache: Bool
  @safe @exclusivity(unchecked) @usableFromInline var kept: Backlog<Value>

  @inlinable
  package init(_ policy: BufferingPolicy, isCache: Bool = false) {
    self.policy = policy
    self.isCache = isCache
    kept = Backlog(policy)
  }

  /// Records a value whose delivery begins.
  ///
  /// - Parameter hasOpenObservers: whether any observer will take the value. A cancelled one may still be in the hub's list, but it
  ///   won't.
  @inlinable
  package func record(_ value: Value, hasOpenObservers: @autoclosure () -> Bool) {
    if isCache, hasOpenObservers() { return }
    _ = kept.append(value, isEnd: false)
  }

  /// Passes the recorded values to a new subscriber, until `pass` returns false.
  package func replay(_ pass: (Value) -> Bool) {
    if isCache {
      while let value = kept.takeFirst(), pass(value) {}
    } else {
      for value in kept.messages {
        guard pass(value) else { return }
      }
    }
  }

  package func forget() { kept = Backlog(policy) }
}
