/// Who wants to know that a hub's first observer came, and that its last one went. Called by the hub's owner.
// Unchecked, because what it keeps belongs to that owner.
@usableFromInline
package class Audience<Value: Sendable>: @unchecked Sendable {
  /// What remembers for those who come later, if anything does.
  package var memory: Memory<Value>? { nil }

  /// The first observer came.
  package func came() {}

  /// The last observer left before the end. Answers whether that is the end of what it listened to, so that nobody is
  /// to have what still waits.
  package func left() -> Bool { false }

  /// The end has been handed to everybody.
  package func ended() {}
}
