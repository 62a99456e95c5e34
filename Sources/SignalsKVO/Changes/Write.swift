/// A value to be written to an end, if the end still accepts it.
@usableFromInline
struct Write<Value> {
  @usableFromInline let value: Value
  @usableFromInline let stamp: Stamp
  @usableFromInline let condition: Condition
  /// Whether the end reports it, as any other change.
  @usableFromInline var isAnswered = false

  @usableFromInline
  enum Condition: Equatable {
    /// If the end has no newer change: of two that meet, the newer one stays.
    case ifNewer
    /// The same. But if the end has this very change, and no other binding, the change only takes the new stamp.
    case unlessAt(Stamp)
  }

  @usableFromInline
  enum Outcome {
    case write
    /// The value of the end is right, and takes the stamp of the write.
    case restamp
    case leave
  }

  @inlinable
  init(value: Value, stamp: Stamp, condition: Condition, isAnswered: Bool = false) {
    self.value = value
    self.stamp = stamp
    self.condition = condition
    self.isAnswered = isAnswered
  }

  /// Decides about the write to an end whose newest change is `newest`.
  func outcome(_ newest: Stamp, isAlone: @autoclosure () -> Bool) -> Outcome {
    switch condition {
    case .ifNewer: stamp > newest ? .write : .leave
    case .unlessAt(let known):
      if newest == known, isAlone() { .restamp } else { stamp > newest ? .write : .leave }
    }
  }
}
