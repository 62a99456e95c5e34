/// A FIFO queue of notifications.
@usableFromInline
struct Pending<Change> {
  /// Nil where a change has been taken: that leaves nothing to release while the queue is being changed, when the deinit of a value
  /// could append the next change.
  @usableFromInline var changes: ContiguousArray<Change?> = []
  @usableFromInline var next = 0

  @inlinable
  init() {}

  @inlinable
  mutating func append(_ change: Change) { changes.append(change) }

  /// Gives up the room for later notifications, if none waits.
  @inlinable
  mutating func giveUpRoom() { if changes.isEmpty { changes = [] } }

  @inlinable
  mutating func take() -> Change? {
    guard next < changes.count else { return nil }
    let change = changes[next].take()
    next += 1
    if next == changes.count {
      // The room is kept, unless that was an unusual flood.
      changes.removeAll(keepingCapacity: changes.count <= 64)
      next = 0
    }
    return change
  }
}
