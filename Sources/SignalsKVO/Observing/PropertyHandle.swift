internal import Signals

/// What projections of one property hold: its cell for as long as that lives, and then the value that it had.
///
/// So a projection that somebody keeps hides no death, and can still be read (K6).
// Unchecked, because the last reference to an object may be dropped on any thread, and the lock guards what that changes.
final class PropertyHandle<Value>: @unchecked Sendable {
  weak let cell: ValueCell<Value>?
  private let lock = Lock()
  private var left: Recollection<Value>?
  private let kind = ValueKind(Value.self)

  init(_ cell: ValueCell<Value>) { self.cell = cell }

  /// The cell goes, and leaves the value.
  func leave(_ value: Value) {
    // What was held weakly stays so. Another value has to be there whenever it is asked for.
    let recollection = kind == .optionalObject ? Recollection(value, kind: kind) : .value(value)
    lock.lock()
    left = recollection
    lock.unlock()
  }

  /// What the cell has left.
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
