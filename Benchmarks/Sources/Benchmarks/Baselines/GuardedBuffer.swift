import Dispatch
import Synchronization

/// The minimum for delivery on a queue: a buffer protected by a mutex, and one block for each drain.
// Unchecked, because `lock` guards the buffer, and only the queue calls the receiver.
final class GuardedBuffer: @unchecked Sendable {
  private let lock = Mutex(())
  private var waiting: [Int] = []
  private var isScheduled = false
  private let queue: DispatchQueue
  private let receive: Direct.Stage

  init(_ queue: DispatchQueue, _ receive: @escaping Direct.Stage) {
    self.queue = queue
    self.receive = receive
  }

  func send(_ value: Int) {
    let hasToSchedule = lock.withLock { _ in
      waiting.append(value)
      defer { isScheduled = true }
      return !isScheduled
    }
    if hasToSchedule { queue.async { self.drain() } }
  }

  private func drain() {
    let values = lock.withLock { _ in
      isScheduled = false
      defer { waiting = [] }
      return waiting
    }
    for value in values { receive(value) }
  }
}
