public import Signals

/// The lock of the dependency graph. It guards the edges, the states of all nodes and the values of computations.
///
/// It is one lock for all nodes, since marking follows edges from one node to the next. It is held for a few instructions
/// for each edge, no user code runs and no user object is released under it (C7), and no other lock is taken under it.
@usableFromInline
enum GraphLock {
  #if CONTROLLED_THREADS
    // One step instead of several, since the biased lock has programs of its own.
    @usableFromInline static let word = InlineLock()

    @inlinable
    static func lock(_ thread: UInt = 0) { word.lock() }
  #else
    @usableFromInline static let word = BiasedLock()

    /// - Parameter thread: the current thread.
    @inlinable
    @inline(__always)
    static func lock(_ thread: UInt = currentThread()) { word.lock(thread) }
  #endif

  @inlinable
  @inline(__always)
  static func unlock() { word.unlock() }
}
