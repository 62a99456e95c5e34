internal import Signals

/// Releases objects one after the other that would otherwise release each other in a chain: a thread that is releasing one
/// puts the next aside. So a row of derived values of any length is released on a bounded stack.
struct ReleaseQueue {
  private var waiting = FIFO<Any>()

  private static let slot = ThreadContext<ReleaseQueue>()

  // No variable keeps an object beyond its turn, hence the explicit ends of their lives.
  static func release(_ object: consuming Any) {
    if let queue = slot.current {
      queue.pointee.waiting.append(consume object)
      return
    }
    var queue = ReleaseQueue()
    queue.waiting.append(consume object)
    slot.fill(consume queue) { queue in
      while !queue.pointee.waiting.isEmpty { _ = queue.pointee.waiting.popFirst() }
    }
  }
}
