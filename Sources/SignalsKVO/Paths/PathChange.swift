/// A notification of an observation, without the values.
@usableFromInline
struct PathNotice {
  @usableFromInline let reason: PathReason
  @usableFromInline let isPrior: Bool
  @usableFromInline let isInitial: Bool
  /// Where the change came from, if a binding wants to know.
  @usableFromInline let stamp: Stamp

  @inlinable
  init(_ reason: PathReason, isPrior: Bool = false, isInitial: Bool = false, stamp: Stamp = .none) {
    self.reason = reason
    self.isPrior = isPrior
    self.isInitial = isInitial
    self.stamp = stamp
  }
}

/// A notification of an observation. Where the path is interrupted, the value is the nil that it then gives.
@usableFromInline
struct PathChange<Value> {
  @usableFromInline let notice: PathNotice
  @usableFromInline var old: Value?
  @usableFromInline var new: Value?

  @inlinable
  init(_ notice: PathNotice) { self.notice = notice }

  @inlinable var reason: PathReason { notice.reason }
  @inlinable var isPrior: Bool { notice.isPrior }
  @inlinable var stamp: Stamp { notice.stamp }
}

extension KeyValueChange {
  /// - Parameter isOptional: whether a value may say that there is none.
  @inlinable
  init(_ change: PathChange<Value>, isOptional: Bool) {
    self.init(
      reason: change.reason, oldValue: isOptional ? change.old.flatMap(present) : change.old,
      newValue: isOptional ? change.new.flatMap(present) : change.new, isPrior: change.isPrior,
      isInitial: change.notice.isInitial)
  }
}

extension KeyValueChange {
  /// The change of a path whose value may be nil: that counts as no value.
  @inlinable
  init(flattening change: PathChange<Value?>) {
    let (old, new) = (change.old ?? nil, change.new ?? nil)
    self.init(
      reason: change.reason, oldValue: isOptional(Value.self) ? old.flatMap(present) : old,
      newValue: isOptional(Value.self) ? new.flatMap(present) : new, isPrior: change.isPrior,
      isInitial: change.notice.isInitial)
  }
}

/// The value, unless it is a nil.
@usableFromInline
func present<Value>(_ value: Value) -> Value? { isAbsent(value) ? nil : value }
