import Synchronization

/// The minimum for a source with subscriptions: a list of observers, protected by a mutex.
// Unchecked, because `lock` protects the stored properties.
final class GuardedSource: @unchecked Sendable {
  private let lock = Mutex(())
  private var observers: [(number: Int, call: Direct.Stage)] = []
  private var lastNumber = 0

  func subscribe(_ observer: @escaping Direct.Stage) -> GuardedSubscription {
    let number = lock.withLock { _ in
      lastNumber += 1
      observers.append((lastNumber, observer))
      return lastNumber
    }
    return GuardedSubscription(self, number)
  }

  func send(_ value: Int) {
    let observers = lock.withLock { _ in self.observers }
    for observer in observers { observer.call(value) }
  }

  fileprivate func remove(_ number: Int) -> Bool {
    let removed = lock.withLock { _ in
      observers.lastIndex { $0.number == number }.map { observers.remove(at: $0) }
    }
    return removed != nil
  }
}

final class GuardedSubscription {
  private let source: GuardedSource
  private let number: Int

  fileprivate init(_ source: GuardedSource, _ number: Int) {
    self.source = source
    self.number = number
  }

  /// Returns whether there was something to cancel.
  func cancel() -> Bool { source.remove(number) }
}
