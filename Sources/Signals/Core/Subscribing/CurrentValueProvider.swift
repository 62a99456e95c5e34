/// A lifecycle that passes the current value to each new subscriber (C12), for a source whose state is kept elsewhere.
// Unchecked, as every lifecycle; nothing in it ever changes.
package final class CurrentValueProvider<Value: Sendable>: HubLifecycle<Value>, @unchecked Sendable {
  private let computed: ComputedReplay<Value>
  private let onFirstObserver: @Sendable () -> Void
  private let onLastObserver: @Sendable () -> Void
  private let isStored: Bool

  /// - Parameters:
  ///   - isStored: whether any thread may ask for the value at any time, and a subscriber skips the events that the value
  ///     includes. Otherwise only the hub's owner asks for it.
  ///   - currentValue: the value for a new subscriber, if there is one.
  ///   - onFirstObserver: called by the hub's owner when the first observer was added.
  ///   - onLastObserver: called by the hub's owner when the last one has left, and at the end.
  package init(
    isStored: Bool = false, _ currentValue: @escaping @Sendable () -> Value?,
    onFirstObserver: @escaping @Sendable () -> Void = {}, onLastObserver: @escaping @Sendable () -> Void = {}
  ) {
    self.isStored = isStored
    computed = ComputedReplay(currentValue)
    self.onFirstObserver = onFirstObserver
    self.onLastObserver = onLastObserver
  }

  package override var replayBuffer: ReplayBuffer<Value>? { computed }

  package override var isReadableFromAnyThread: Bool { isStored }

  package override func firstObserverAdded() { onFirstObserver() }

  package override func lastObserverRemoved() -> Bool {
    onLastObserver()
    return false
  }

  package override func ended() { onLastObserver() }
}

/// A replay buffer that keeps nothing and asks for the value.
private final class ComputedReplay<Value: Sendable>: ReplayBuffer<Value>, @unchecked Sendable {
  private let currentValue: @Sendable () -> Value?

  init(_ currentValue: @escaping @Sendable () -> Value?) {
    self.currentValue = currentValue
    super.init(.newest(1))
  }

  override func replay(_ pass: (Value) -> Bool) {
    if let value = currentValue() { _ = pass(value) }
  }
}
