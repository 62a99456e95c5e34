public import Signals

/// The lock of the dependency graph. It guards the edges, the states of all nodes and the values of computations.
///
/// It is one lock for all nodes, since marking follows edges from one node to the next. It is held for a few instructions
/// for each edge, no user code runs and no user object is released under it (C7), and no other lock is taken under it.
@usableFromInline
enum GraphLock {
  @usableFromInline static let word = WordLock()

  @inlinable
  static func lock() { word.lock() }

  @inlinable
  static func unlock() { word.unlock() }
}
