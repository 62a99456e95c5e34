/// Evaluates a closure for single elements of a collection, and tells for which of them it has to be evaluated again.
///
/// Most elements are plain values, whose evaluations depend on nothing. One that reads an observed property, or anything else that
/// may change, gets a computation of its own.
final class ElementTracker<Element, Result> {
  private typealias Evaluation = ElementEvaluation<Element, Result>

  private let stale = StaleElements()
  private let evaluations = ElementEvaluations()
  private let make: () -> ElementEvaluation<Element, Result>
  /// An evaluation whose closure has read nothing that may change, to be used for the next element.
  private var spare: ElementEvaluation<Element, Result>?
  private var tracked: [ObjectIdentifier: ElementEvaluation<Element, Result>] = [:]
  /// The identities of the tracked evaluations, by the places of their elements.
  private var identities = PlaceTable<ObjectIdentifier?>(nil)

  init(_ info: NodeInfo, _ evaluate: @escaping (Element) -> Result) {
    make = { ElementEvaluation(info, evaluate) }
  }

  /// Runs the computation of the collection when elements have to be evaluated again.
  func report(to collection: Computation) {
    collection.keep(evaluations)
    stale.report(to: collection)
  }

  deinit {
    // The collection may be released after its evaluations have ended.
    if !tracked.isEmpty { stale.passInputs() }
    for evaluation in tracked.values { evaluation.end(stale) }
  }

  /// Evaluates the closure for an element that is new at its place.
  func evaluate(_ element: Element, at place: TreePlace) -> Result {
    let evaluation = spare ?? make()
    spare = nil
    evaluation.place = place
    let result = evaluation.run(element)
    if evaluation.begin(stale) {
      let computation = evaluation.computation
      tracked[evaluation.identity] = evaluation
      GraphLock.lock()
      evaluations.computations[evaluation.identity] = computation
      GraphLock.unlock()
      identities[place] = evaluation.identity
    } else {
      evaluation.reset()
      spare = evaluation
    }
    return result
  }

  /// Evaluates the closure again for each element for which that is necessary.
  func evaluateAgain(_ body: (TreePlace, Result) -> Void) {
    for identity in stale.take() {
      guard let evaluation = tracked[identity] else { continue }
      // If its inputs turn out to be equal, the closure doesn't run, and the number stays.
      let version = evaluation.computation.version
      let former = evaluation.computation.value
      let result = evaluation.runAgain()
      stale.look(at: evaluation.computation)
      if evaluation.computation.version == version { continue }
      releaseLater(former)
      body(evaluation.place, result)
    }
  }

  /// Ends the evaluation of an element that leaves its place, or is evaluated anew there.
  func forget(_ place: TreePlace) {
    guard let identity = identities[place], let evaluation = tracked.removeValue(forKey: identity) else { return }
    identities[place] = nil
    GraphLock.lock()
    evaluations.computations[identity] = nil
    GraphLock.unlock()
    evaluation.end(stale)
    releaseLater(evaluation)
  }
}

/// The evaluation of one element, as a node of the dependency graph.
private final class ElementEvaluation<Element, Result> {
  let computation: ValueComputation<Result>
  private let input: Input
  private var edge: DependencyEdge.Pointer?
  /// The place of the element in the tree of the collection.
  var place: TreePlace = 0

  private final class Input { var element: Element? }

  var identity: ObjectIdentifier { ObjectIdentifier(computation) }

  init(_ info: NodeInfo, _ evaluate: @escaping (Element) -> Result) {
    let input = Input()
    self.input = input
    computation = ValueComputation.make(Computation.Label(.other, at: info), ElementTraits<Result>.self) {
      guard let element = input.element else { preconditionFailure("An evaluation runs for an element.") }
      return evaluate(element)
    }
    // The elements are often objects of Swift Observation. Each of them is followed by its own evaluation.
    computation.beConfined()
  }

  func run(_ element: Element) -> Result {
    input.element = element
    return runAgain()
  }

  func runAgain() -> Result { computation.read(nil).value }

  /// Begins to follow what the closure has read. Returns false if that is nothing.
  func begin(_ stale: StaleElements) -> Bool {
    edge = stale.follow(computation)
    return edge != nil
  }

  func end(_ stale: StaleElements) {
    if let edge { stale.stopFollowing(computation, edge) }
    edge = nil
  }

  /// Makes it possible to run this for another element.
  func reset() {
    input.element = nil
    GraphLock.lock()
    computation.becomeStale([.stale, .changed])
    computation.version = 0
    GraphLock.unlock()
    computation.releaseValue()
  }
}

extension ValueComputation {
  /// Releases the value of a computation that no other thread knows.
  fileprivate func releaseValue() {
    if storage != .word { storing.storedValue = nil }
    hasWord = false
  }
}
