/// What is to be told, first in, first out.
struct Pending<Change> {
  private var changes: ContiguousArray<Change> = []
  private var next = 0

  var isEmpty: Bool { next == changes.count }

  mutating func append(_ change: Change) { changes.append(change) }

  mutating func take() -> Change? {
    guard next < changes.count else { return nil }
    let change = changes[next]
    next += 1
    if next == changes.count {
      // The room is kept, unless that was an unusual flood.
      changes.removeAll(keepingCapacity: changes.count <= 64)
      next = 0
    }
    return change
  }
}
