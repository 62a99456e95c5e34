internal import Signals

/// Mutual exclusion for an observation: one thread at a time has access, and may enter again. Closing never waits: the thread
/// that has the access releases the observation when it leaves, and otherwise the closing thread does (C6, C8).
struct ExclusiveAccess: ~Copyable {
  /// The thread, or zero; and whether it is closed.
  private let word = AtomicWord(0)

  private static let closed: UInt = 1

  enum Entry {
    case first(UInt)
    case again
  }

  var isOpen: Bool { word.relaxed & Self.closed == 0 }

  /// Nil once it is closed.
  @inline(__always)
  func enter() -> Entry? {
    let thread = currentThread()
    return word.acquire(0, as: thread) ? .first(thread) : enterSlowly(thread)
  }

  private func enterSlowly(_ thread: UInt) -> Entry? {
    var backoff = Backoff()
    while true {
      if word.acquire(0, as: thread) { return .first(thread) }
      let now = word.value
      if now & Self.closed != 0 { return nil }
      if now == thread { return .again }
      // Another thread notices a death, which takes no time.
      if now != 0 { backoff.pause() }
    }
  }

  @inline(__always)
  func leave(_ entry: Entry, orRelease release: () -> Void) {
    if !leave(entry) { release() }
  }

  /// Returns false if it was closed meanwhile, and the caller has to release the observation.
  @inline(__always)
  func leave(_ entry: Entry) -> Bool {
    guard case .first(let thread) = entry else { return true }
    return word.release(thread, as: 0)
  }

  /// Returns whether the caller has to release the observation.
  func close() -> Bool { word.set(Self.closed) == 0 }
}
