import Dispatch
import Signals

/// Detects two threads in the same piece of code. It establishes no order between the threads, so that the thread
/// sanitizer still sees accesses that the operator leaves unordered.
final class OverlapDetector: Sendable {
  private let inside = AtomicWord(0)
  private let entries = AtomicWord(0)
  private let seen = AtomicWord(0)
  private let pause = DispatchSemaphore(value: 0)

  var hasOverlapped: Bool { seen.value != 0 }

  func enterAndLeave() {
    inside.add(1)
    if inside.relaxed > 1 { seen.set(1) }
    entries.add(1)
    // An occasional pause lets other threads arrive in the meantime, even on a machine with few processors.
    if entries.relaxed.isMultiple(of: 256) { _ = pause.wait(timeout: .now() + .microseconds(50)) }
    if inside.relaxed > 1 { seen.set(1) }
    inside.add(-1)
  }
}
