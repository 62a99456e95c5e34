internal import Signals

/// The changes that lead from one value to another, computed when they are first read, under no lock (C7).
@usableFromInline
final class Difference<Value: _ObservableContents & Sendable>: Sendable where Value._Change: Sendable {
  private let old: Value
  @usableFromInline let new: Value
  private let found = Guarded<[Value._Change]?>(nil)

  init(from old: Value, to new: Value) {
    self.old = old
    self.new = new
  }

  /// The number of elements that this holds.
  var weight: Int { old.count + new.count }

  @usableFromInline var changes: [Value._Change] {
    if let changes = found.change({ $0 }) { return changes }
    let changes = new._changes(from: old)
    found.change { if $0 == nil { $0 = changes } }
    return changes
  }
}
