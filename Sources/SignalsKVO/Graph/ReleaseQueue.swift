internal import Signals

/// An object with a closure that may hold the last reference to other such objects.
protocol ClosureOwner: AnyObject {
  /// Releases the closure, which is not run any more. Under no lock.
  func releaseClosure()
}

/// Releases closures one after the other that would otherwise release each other in a chain: a thread that is releasing one puts
/// the next owner aside. So a row of derived values of any length is released on a bounded stack.
struct ReleaseQueue {
  private var waiting = FIFO<any ClosureOwner>()

  private static let slot = ThreadContext<ReleaseQueue>()

  static func releaseClosure(of owner: any ClosureOwner) {
    if let queue = slot.current { return queue.pointee.waiting.append(owner) }
    slot.fill(ReleaseQueue()) { queue in
      owner.releaseClosure()
      while let next = queue.pointee.waiting.popFirst() { next.releaseClosure() }
    }
  }
}
