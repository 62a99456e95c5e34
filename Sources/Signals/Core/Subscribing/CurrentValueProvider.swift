/// A lifecycle that passes the current value to each new subscriber (C12), for a source whose state is kept elsewhere.
// Unchecked, as every lifecycle; nothing in it ever changes.
package final class CurrentValueProvider<Value: Sendable>: HubLifecycle<Value>, @unchecked Sendable {
  private let provide: @Sendable () -> Value?
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
    provide = currentValue
    self.onFirstObserver = onFirstObserver
    self.onLastObserver = onLastObserver
  }

  package override var providesCurrentValue: Bool { true }

  package override var currentValue: Value? { provide() }

  package override var isReadableFromAnyThread: Bool { isStored }

  package override func firstObserverAdded() { onFirstObserver() }

  package override func lastObserverRemoved() -> Bool {
    onLastObserver()
    return false
  }

  package override func ended() { onLastObserver() }
}

/// An object with a current value that only the owner of its hub asks for.
package protocol CurrentValueSource<Presented>: AnyObject, Sendable {
  associatedtype Presented: Sendable

  /// The value for a new subscriber, if there is one.
  var currentUpdate: Presented? { get }

  /// The first observer was added.
  func begin()

  /// The last observer has left, or has received the end.
  func end()
}

/// A lifecycle that passes the current value of an object to each new subscriber.
// Unchecked, as every lifecycle; nothing in it ever changes.
package final class CurrentValueLifecycle<Value: Sendable>: HubLifecycle<Value>, @unchecked Sendable {
  private let source: any CurrentValueSource<Value>

  package init(_ source: any CurrentValueSource<Value>) { self.source = source }

  package override var providesCurrentValue: Bool { true }

  package override var currentValue: Value? { source.currentUpdate }

  package override func firstObserverAdded() { source.begin() }

  package override func lastObserverRemoved() -> Bool {
    source.end()
    return false
  }

  package override func ended() { source.end() }
}
