/// An object that follows the first and the last observer of a hub. The hub's owner calls it, and retains it while there are
/// observers.
@usableFromInline
package protocol HubLifecycle<Value>: AnyObject, Sendable {
  associatedtype Value: Sendable

  /// The values that new subscribers receive, if the hub keeps any.
  var replayBuffer: ReplayBuffer<Value>? { get }

  /// Whether there is a current value instead, which is kept elsewhere.
  var providesCurrentValue: Bool { get }

  /// Passes the current value to a new subscriber, if there is one. It is called by the owner, and by any thread if
  /// `isReadableFromAnyThread`.
  func passCurrentValue(to subscriber: Downstream<Value>)

  /// Whether any thread may ask for the current value at any time, and a subscriber skips the events that it includes.
  var isReadableFromAnyThread: Bool { get }

  /// Whether the feed starts with the first observer and stops with the last.
  var startsFeed: Bool { get }

  /// The longest time, in milliseconds, for which a subscriber on another thread waits until the feed has started (C12).
  var longestWaitForFeed: Int { get }

  /// A subscriber that has received the current value or the buffered ones is not added, since it has left or the hub has its end,
  /// and there is no observer.
  func firstSubscriberLeft()

  /// The first observer was added.
  func firstObserverAdded()

  /// The last observer left before the end. Returns whether the hub's feed ends with it, so that no later subscriber
  /// receives the events that still wait.
  func lastObserverRemoved() -> Bool

  /// Every observer has received the end.
  func ended()
}

extension HubLifecycle {
  @usableFromInline package var replayBuffer: ReplayBuffer<Value>? { nil }
  @usableFromInline package var providesCurrentValue: Bool { false }
  @usableFromInline package func passCurrentValue(to subscriber: Downstream<Value>) {}
  @usableFromInline package var isReadableFromAnyThread: Bool { false }
  @usableFromInline package var startsFeed: Bool { false }
  @usableFromInline package var longestWaitForFeed: Int { 100 }
  @usableFromInline package func firstSubscriberLeft() {}
  @usableFromInline package func firstObserverAdded() {}
  @usableFromInline package func lastObserverRemoved() -> Bool { false }
  @usableFromInline package func ended() {}
}
