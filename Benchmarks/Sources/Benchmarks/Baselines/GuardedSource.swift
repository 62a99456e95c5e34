import Synchronization

/// The least that a source with subscriptions needs: observers by number, guarded by a mutex.
// Unchecked, because `lock` guards what it keeps.
final class GuardedSource: @unchecked Sendable {
  private let lock = Mutex(())
  private var observers: [Int: Direct.Stage] = [:]
  private var next = 0

  func subscribe(_ observer: @escaping Direct.Stage) -> GuardedSubscription {
    let number = lock.withLock { _ in
      next += 1
      observers[next] = observer
      return next
    }
    return GuardedSubscription(self, number)
  }

  func send(_ value: Int) {
    let observers = lock.withLock { _ in self.observers }
    for observer in observers.values { observer(value) }
  }

  fileprivate func remove(_ number: Int) -> Bool {
    lock.withLock { _ in observers.removeValue(forKey: number) } != nil
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
