/// The kind of a derived value of which an equal result is no change.
@usableFromInline
enum EquatableTraits<Value: Equatable & Sendable>: ComputationTraits {
  @inlinable
  static func isSame(_ one: Value, _ other: Value, in computation: ValueComputation<Value>) -> Bool {
    SignalsKVO.isSame(one, other)
  }

  @inlinable
  static func makeReaction(of computation: ValueComputation<Value>) -> Unmanaged<Reaction> {
    unsafe .passRetained(DerivedFeed(computation))
  }
}

/// The kind of a derived value with a comparison of its own.
@usableFromInline
enum ComparingTraits<Value: Sendable>: ComputationTraits {
  @inlinable
  static func isSame(_ one: Value, _ other: Value, in computation: ValueComputation<Value>) -> Bool {
    unsafe unsafeDowncast(computation, to: ComparingComputation<Value>.self).compare(one, other)
  }

  @inlinable
  static func makeReaction(of computation: ValueComputation<Value>) -> Unmanaged<Reaction> {
    let home = unsafe unsafeDowncast(computation, to: ComparingComputation<Value>.self).home
    return unsafe .passRetained(DerivedFeed(computation, hasHome: home != nil))
  }
}
