internal import Signals

/// The elements of a collection whose evaluations may be out of date, since something has changed that these have read.
///
/// Each evaluation is a computation of its own, and the collection depends on it. But the collection must not look at all of
/// them to find the few that have changed. So marking lists them here, and lets the collection run.
// Unchecked, because the lock of the graph guards the state.
@usableFromInline
@safe
final class StaleElements: Reaction, @unchecked Sendable {
  @safe @exclusivity(unchecked) private var stale: ContiguousArray<ObjectIdentifier> = []
  /// The computation of the collection. It is kept for the evaluations, whose edges lead to it: they end when its closure is released,
  /// which may be later.
  @safe @exclusivity(unchecked) private var collection: Computation?

  /// Records a computation that evaluates an element, and that was marked. Under the lock.
  static func note(_ computation: Computation) {
    unsafe computation.reaction?._withUnsafeGuaranteedRef { reaction in
      let elements = unsafe unsafeDowncast(reaction, to: StaleElements.self)
      elements.stale.append(ObjectIdentifier(computation))
      elements.collection?.state.insert(.changed)
    }
  }

  /// Has changes of the elements run a computation.
  func report(to collection: Computation) {
    GraphLock.lock()
    self.collection = collection
    GraphLock.unlock()
  }

  func take() -> ContiguousArray<ObjectIdentifier> {
    GraphLock.lock()
    defer { GraphLock.unlock() }
    let taken = stale
    stale = []
    return taken
  }

  /// Follows a computation that has evaluated an element. If an input of it has changed meanwhile, it is listed at once.
  ///
  /// - Returns: the edge, to be passed to `stopFollowing(_:_:)`; nil if the computation has no inputs.
  func follow(_ computation: Computation) -> DependencyEdge.Pointer? {
    GraphLock.lock()
    defer { GraphLock.unlock() }
    guard computation.firstInput != nil, let collection else { return nil }
    computation.state.insert(.isElement)
    unsafe computation.reaction = .passUnretained(self)
    // It isn't among the inputs of the collection, which would be checked one after the other.
    let edge = DependencyEdge.make(from: collection, to: computation, version: 0)
    noteIfOutdated(computation, collection)
    return edge
  }

  /// Lists a computation again that has just been evaluated, if its result isn't final.
  func look(at computation: Computation) {
    GraphLock.lock()
    defer { GraphLock.unlock() }
    if let collection { noteIfOutdated(computation, collection) }
  }

  private func noteIfOutdated(_ computation: Computation, _ collection: Computation) {
    if computation.state.isDisjoint(with: [.stale, .provisional]) { return }
    stale.append(ObjectIdentifier(computation))
    // The next read of the collection runs it again, and meanwhile its readers know that the contents aren't final.
    let marks = computation.state.intersection(.provisionalMarks)
    collection.state.formUnion(computation.state.contains(.stale) ? .outdatedInput : marks)
  }

  /// Has the readers of the collection follow the inputs of the evaluations, which end.
  func passInputs() {
    GraphLock.lock()
    let elements = collection?.takeInputsOfElements()
    GraphLock.unlock()
    withExtendedLifetime(elements) {}
  }

  func stopFollowing(_ computation: Computation, _ edge: DependencyEdge.Pointer) {
    GraphLock.lock()
    computation.state.remove(.isElement)
    unsafe computation.reaction = nil
    DependencyEdge.unlink(edge)
    GraphLock.unlock()
    DependencyEdge.release(edge)
    computation.remove()
  }
}

/// The evaluations of the elements of a collection that read something that may change.
// Unchecked, because the lock of the graph guards the state.
final class ElementEvaluations: @unchecked Sendable {
  @safe @exclusivity(unchecked) var computations: [ObjectIdentifier: Computation] = [:]
}

/// The evaluation of an element: each result counts as another one.
enum ElementTraits<Value>: ComputationTraits {
  static func isSame(_ one: Value, _ other: Value, in computation: ValueComputation<Value>) -> Bool { false }

  static func makeReaction(of computation: ValueComputation<Value>) -> Unmanaged<Reaction> {
    preconditionFailure("The evaluation of an element is observed by its collection.")
  }
}
