internal import Signals

/// What leads from one value to another, found when somebody first asks for it, with nothing held (C7).
final class Difference<Value: Contents & Sendable>: Sendable where Value.Change: Sendable {
  private let old: Value
  let new: Value
  private let found = Guarded<[Value.Change]?>(nil)

  init(from old: Value, to new: Value) {
    self.old = old
    self.new = new
  }

  var changes: [Value.Change] {
    if let changes = found.change({ $0 }) { return changes }
    let changes = new.changes(from: old)
    found.change { if $0 == nil { $0 = changes } }
    return changes
  }
}
