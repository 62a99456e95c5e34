import Dispatch
import Signals

/// Notices when two threads are at the same place. It orders nothing between them, so that thread sanitizer sees what
/// the operator leaves unordered.
final class Occupancy: Sendable {
  private let inside = AtomicWord(0)
  private let visits = AtomicWord(0)
  private let seen = AtomicWord(0)
  private let pause = DispatchSemaphore(value: 0)

  var hasSeenTwo: Bool { seen.value != 0 }

  func visit() {
    inside.add(1)
    if inside.glance > 1 { seen.set(1) }
    visits.add(1)
    // Now and then it stays long enough for the other threads to come by, however few processors there are.
    if visits.glance.isMultiple(of: 256) { _ = pause.wait(timeout: .now() + .microseconds(50)) }
    if inside.glance > 1 { seen.set(1) }
    inside.add(-1)
  }
}
