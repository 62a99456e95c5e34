/// An object that follows the first and the last observer of a hub. The hub's owner calls it.
// Unchecked, because its state belongs to that owner.
@usableFromInline
package class HubLifecycle<Value: Sendable>: @unchecked Sendable {
  /// The values that new subscribers receive, if the hub keeps any.
  package var replayBuffer: ReplayBuffer<Value>? { nil }

  /// Whether there is a current value instead, which is kept elsewhere.
  package var providesCurrentValue: Bool { false }

  /// The current value, if there is one. It is called by the owner, and by any thread if `isReadableFromAnyThread`.
  package var currentValue: Value? { nil }

  /// Whether any thread may ask for the current value at any time, and a subscriber skips the events that it includes.
  package var isReadableFromAnyThread: Bool { false }

  /// Whether the feed starts with the first observer and stops with the last.
  package var startsFeed: Bool { false }

  /// The first observer was added.
  package func firstObserverAdded() {}

  /// The last observer left before the end. Returns whether the hub's feed ends with it, so that no later subscriber
  /// receives the events that still wait.
  package func lastObserverRemoved() -> Bool { false }

  /// Every observer has received the end.
  package func ended() {}
}
