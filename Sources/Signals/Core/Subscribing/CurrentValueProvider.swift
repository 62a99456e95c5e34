/// A lifecycle that passes the current value to each new subscriber (C12), for a source whose state is kept elsewhere. Any thread
/// may ask for the value at any time, and a subscriber skips the events that it includes.
package final class CurrentValueProvider<Value: Sendable>: HubLifecycle {
  private let currentValue: @Sendable () -> Value?
  private let onFirstObserver: @Sendable () -> Void
  private let onLastObserver: @Sendable () -> Void

  /// - Parameters:
  ///   - currentValue: the value for a new subscriber, if there is one.
  ///   - onFirstObserver: called by the hub's owner when the first observer was added.
  ///   - onLastObserver: called by the hub's owner when the last one has left, and at the end.
  package init(
    _ currentValue: @escaping @Sendable () -> Value?, onFirstObserver: @escaping @Sendable () -> Void = {},
    onLastObserver: @escaping @Sendable () -> Void = {}
  ) {
    self.currentValue = currentValue
    self.onFirstObserver = onFirstObserver
    self.onLastObserver = onLastObserver
  }

  package var providesCurrentValue: Bool { true }

  package func passCurrentValue(to subscriber: Downstream<Value>) {
    if let value = currentValue() { subscriber.deliver(value) }
  }

  package var isReadableFromAnyThread: Bool { true }

  package func firstObserverAdded() { onFirstObserver() }

  package func lastObserverRemoved() -> Bool {
    onLastObserver()
    return false
  }

  package func ended() { onLastObserver() }
}
