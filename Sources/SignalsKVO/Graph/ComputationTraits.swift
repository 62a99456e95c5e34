/// The parts of a computation that depend on its kind, as a type: so the code that creates it needs no closures for them.
@usableFromInline
protocol ComputationTraits<Value> {
  associatedtype Value

  /// Whether a result is no change.
  static func isSame(_ one: Value, _ other: Value, in computation: ValueComputation<Value>) -> Bool

  /// Makes the reaction that acts on changes, retained for the computation.
  static func makeReaction(of computation: ValueComputation<Value>) -> Unmanaged<Reaction>
}
