/// A change as an observation tells it: where the path is interrupted, the value is the nil that it then gives.
struct PathChange<Value> {
  let reason: KeyValueChange<Value>.Reason
  var old: Value?
  var new: Value?
  var isPrior = false
}

extension KeyValueChange {
  /// - Parameter isOptional: whether a value may say that there is none.
  init(_ change: PathChange<Value>, isOptional: Bool) {
    func present(_ value: Value?) -> Value? {
      guard isOptional, let value, isAbsent(value) else { return value }
      return nil
    }
    self.init(
      reason: change.reason, oldValue: present(change.old), newValue: present(change.new), isPrior: change.isPrior)
  }
}
