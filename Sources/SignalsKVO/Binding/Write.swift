/// Something to be written to an end, if that is still wanted there.
@usableFromInline
struct Write<Value> {
  @usableFromInline let value: Value
  @usableFromInline let stamp: Stamp
  @usableFromInline let condition: Condition
  /// Whether the end has to tell of it, as of any other change.
  @usableFromInline var isAnswered = false

  @usableFromInline
  enum Condition: Equatable {
    /// If nothing newer is there: of two that meet, the newer one stays.
    case ifNewer
    /// The same. But if it is this change that is there, and nobody else is bound to the end, that only has to be known by
    /// the new stamp.
    case unlessAt(Stamp)
  }

  @usableFromInline
  enum Outcome {
    case write
    /// What is there is right, under the stamp of the write.
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

  /// What comes of it where `newest` is the newest change.
  func outcome(_ newest: Stamp, isAlone: @autoclosure () -> Bool) -> Outcome {
    switch condition {
    case .ifNewer: stamp > newest ? .write : .leave
    case .unlessAt(let known):
      if newest == known, isAlone() { .restamp } else { stamp > newest ? .write : .leave }
    }
  }
}
