internal import Signals

/// Releases the closures of computations one after the other that would otherwise release each other in a chain: a thread that
/// is releasing one puts the next computation aside. So a row of derived values of any length is released on a bounded stack.
struct ReleaseQueue {
  private var waiting = FIFO<Computation>()

  private static let slot = ThreadContext<ReleaseQueue>()

  /// Releases the closure of a computation that is not run any more. Under no lock.
  static func releaseClosure(of computation: Computation) {
    if let queue = slot.current { return queue.pointee.waiting.append(computation) }
    slot.fill(ReleaseQueue()) { queue in
      _ = computation.perform(computation, .releaseClosure)
      while let next = queue.pointee.waiting.popFirst() { _ = next.perform(next, .releaseClosure) }
    }
  }
}
