import Synchronization

/// The least that keeps threads in order: who finds nobody at it delivers, and works through what the others add.
// Unchecked, because `lock` guards what waits, and the owner has the batch and the receiver for itself.
final class OwnerDrainedQueue: @unchecked Sendable {
  private let lock = Mutex(())
  private var waiting: [Int] = []
  private var batch: [Int] = []
  private var hasOwner = false
  private let receive: Direct.Stage

  init(_ receive: @escaping Direct.Stage) { self.receive = receive }

  func send(_ value: Int) {
    let isOwner = lock.withLock { _ in
      if hasOwner {
        waiting.append(value)
        return false
      }
      hasOwner = true
      return true
    }
    guard isOwner else { return }
    receive(value)
    while takeBatch() {
      for value in batch { receive(value) }
    }
  }

  private func takeBatch() -> Bool {
    batch.removeAll(keepingCapacity: true)
    return lock.withLock { _ in
      swap(&batch, &waiting)
      hasOwner = !batch.isEmpty
      return hasOwner
    }
  }
}
