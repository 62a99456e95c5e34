internal import Signals

/// The reference of projections to one property: its cell for as long as that lives, then the value that it had.
///
/// So a projection keeps no object alive, and can be read after the death (K6).
// Unchecked, because the last reference to an object may be dropped on any thread, and the lock guards the value.
final class PropertyHandle<Value>: @unchecked Sendable {
  weak let cell: ValueCell<Value>?
  private let lock = Lock()
  private var left: WeakSnapshot<Value>?
  private let kind = ValueKind(Value.self)

  init(_ cell: ValueCell<Value>) { self.cell = cell }

  /// The cell goes, and leaves the value.
  func leave(_ value: Value) {
    // An object that was held weakly stays so. Any other value has to be available at each read.
    let recollection = kind == .optionalObject ? WeakSnapshot(value, kind: kind) : .value(value)
    lock.lock()
    left = recollection
    lock.unlock()
  }

  /// The value that the cell has left.
  var last: Value {
    var backoff = Backoff()
    while true {
      lock.lock()
      let left = left
      lock.unlock()
      if let value = left?.value(kind: kind) { return value }
      // It is going at this moment, on another thread.
      backoff.pause()
    }
  }
}
