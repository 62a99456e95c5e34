import Synchronization

/// The minimum for ordered delivery from several threads: the first thread delivers, and also drains the values that
/// other threads enqueue meanwhile.
// Unchecked, because `lock` protects the queue, and only the draining thread uses the batch and the receiver.
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
