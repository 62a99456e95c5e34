/// A change as an observation tells it: where the path is interrupted, the value is the nil that it then gives.
@usableFromInline
struct PathChange<Value> {
  @usableFromInline let reason: PathReason
  @usableFromInline var old: Value?
  @usableFromInline var new: Value?
  @usableFromInline var isPrior = false
  @usableFromInline var isInitial = false
  /// Where it came from, if that matters.
  @usableFromInline var stamp = Stamp.none

  @inlinable
  init(reason: PathReason, old: Value? = nil, new: Value? = nil, isPrior: Bool = false) {
    self.reason = reason
    self.old = old
    self.new = new
    self.isPrior = isPrior
  }
}

extension KeyValueChange {
  /// - Parameter isOptional: whether a value may say that there is none.
  @inlinable
  init(_ change: PathChange<Value>, isOptional: Bool) {
    self.init(
      reason: change.reason, oldValue: isOptional ? change.old.flatMap(present) : change.old,
      newValue: isOptional ? change.new.flatMap(present) : change.new, isPrior: change.isPrior,
      isInitial: change.isInitial)
  }
}

/// The value, unless it is the one that says that there is none.
@usableFromInline
func present<Value>(_ value: Value) -> Value? { isAbsent(value) ? nil : value }
