/// The computations and bindings that follow a state.
// Unchecked, because the lock of the state guards it.
@usableFromInline
final class StateFollowers: @unchecked Sendable {
  /// The address of the node in the dependency graph, once a computation has read the state. Set once, under the lock; any
  /// thread may look at it.
  @usableFromInline let nodeWord = AtomicWord(0)
  /// How many bindings want to know where changes come from.
  @exclusivity(unchecked) @usableFromInline var bindingCount = 0
  /// Where the last change came from, if one of them wanted to know. Changed under the lock.
  @usableFromInline let newestStamp = AtomicWord(0)

  deinit { node?.release() }

  /// The node in the dependency graph, once a computation has read the state. This keeps it.
  @inlinable
  @inline(__always)
  var node: Unmanaged<StateSource>? { UnsafeRawPointer(bitPattern: nodeWord.value).map { .fromOpaque($0) } }

  func setNode(_ node: StateSource) { nodeWord.store(UInt(bitPattern: Unmanaged.passRetained(node).toOpaque())) }

  /// Marks the dependents of the state. Under the lock.
  @inlinable
  func changed(isOwner: Bool, _ stamp: Stamp) {
    node?._withUnsafeGuaranteedRef { $0.changed(isOwner: isOwner, for: stamp.word) }
  }
}
