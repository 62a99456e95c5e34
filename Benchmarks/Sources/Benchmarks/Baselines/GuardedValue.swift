import Synchronization

/// A thread-safe value: each read takes the standard library's mutex.
final class GuardedValue: Sendable {
  private let guarded: Mutex<Int>

  init(_ value: Int) { guarded = Mutex(value) }

  @inline(never)
  func read() -> Int { guarded.withLock { $0 } }
}
