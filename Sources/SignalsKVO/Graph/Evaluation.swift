internal import Signals

/// The work of one thread that brings a computation up to date, from claim to claim.
///
/// It lies on the heap. Values that have never been computed read each other from within their closures, so a row of them takes
/// stack, and this keeps the frames small. All of it is used under the lock of the graph.
@safe
struct Evaluation {
  typealias Pointer = LivePointer<Evaluation>

  /// The context in which the closures run. It collects the reactions that are reached meanwhile.
  let context: ReadingContext.Pointer
  private(set) var thread: UInt = 0
  /// The computation that is checked, or whose closure runs; nil at the end.
  var node: Unmanaged<Computation>?
  /// The edge to its input that is checked next.
  var position: DependencyEdge.Pointer?
  /// The number of changes of all sources when the closure began to run.
  var changes: UInt = 0
  /// The state of the computation when the closure began to run.
  private(set) var state: Computation.State = []
  /// Whether the run follows the objects of Swift Observation that it reads.
  private(set) var followsObjects = false
  /// Whether, when the closure began to run, the program had read an object already. Then values that are computed within the
  /// run follow objects themselves.
  private(set) var objectsWereInUse = false
  /// The objects that it has read.
  private var objects: DependencyNode?
  var hasObjects: Bool { objects != nil }
  /// The number of times that closures may still be run again because other threads change values meanwhile. Then a
  /// result counts that was correct at one time or another during the run. See `mayRunAgain`.
  private var remaining = Self.attempts
  private var isStarving = false
  /// The number of the read that this answers, once a result of it was provisional; else zero.
  private(set) var readNumber: UInt = 0
  /// Whether one of these three differs from its initial value.
  private var isToBeReset = false
  /// The computation that has set a value from which an input follows that it had read, and in how many of its runs.
  private var ownSetter: ObjectIdentifier?
  private var ownChanges = 0
  private var nextFree: Pointer?

  private static let attempts = 1_000
  /// The number of such attempts after which the other threads wait a little before they change anything more.
  private static let patientAttempts = 100

  /// Evaluations that are free to be used again: as many as were ever needed at once. Guarded by the lock of the graph.
  // Unsafe by name only, for that reason.
  @safe @exclusivity(unchecked) nonisolated(unsafe) private static var free: Pointer?

  /// Whether a computation of the program has ever read an object of Swift Observation. Guarded by the lock of the graph.
  // Unsafe by name only, for that reason.
  @safe @exclusivity(unchecked) nonisolated(unsafe) static var objectsAreInUse = false

  /// The number of the last read that was numbered. Guarded by the lock of the graph.
  // Unsafe by name only, for that reason.
  @safe @exclusivity(unchecked) nonisolated(unsafe) private(set) static var lastRead: UInt = 0

  private init() { context = ReadingContext.makeForEvaluation() }

  /// - Parameter outer: the context of this thread, where it is known.
  @inline(__always)
  static func begin(within outer: ReadingContext.Pointer?) -> Pointer {
    Recordings.begin()
    let evaluation = free ?? make()
    free = evaluation.pointee.nextFree
    let (thread, place) = ReadingContext.threadAndPlace(within: outer)
    evaluation.pointee.thread = thread
    let context = evaluation.pointee.context
    context.pointee.place = place
    context.pointee.outer = place.pointee
    ReadingContext.threadWord(of: context).pointee.store(thread)
    place.pointee = context
    Recordings.show(context)
    return evaluation
  }

  @inline(never)
  private static func make() -> Pointer {
    let evaluation = unsafe Pointer(.allocate(capacity: 1))
    unsafe evaluation.address.initialize(to: Evaluation())
    evaluation.pointee.context.pointee.evaluation = evaluation
    return evaluation
  }

  /// Returns the reactions that were reached.
  @inline(__always)
  static func end(_ evaluation: Pointer) -> ReactionList {
    let reached = leaveComputation(evaluation)
    let context = evaluation.pointee.context
    context.pointee.place?.pointee = context.pointee.outer
    Recordings.show(context.pointee.outer)
    evaluation.pointee.nextFree = free
    free = evaluation
    Recordings.end()
    return reached
  }

  /// Forgets the computation that was brought up to date, so that another one may follow. Returns the reactions that were reached.
  @inline(__always)
  static func leaveComputation(_ evaluation: Pointer) -> ReactionList {
    let context = evaluation.pointee.context
    let reached = context.pointee.reached
    context.pointee.reached = ReactionList()
    if evaluation.pointee.isToBeReset { evaluation.pointee.reset() }
    evaluation.pointee.ownSetter = nil
    return reached
  }

  @inline(never)
  private mutating func reset() {
    if isStarving { Starvation.end() }
    remaining = Self.attempts
    isStarving = false
    readNumber = 0
    isToBeReset = false
  }

  /// Decides whether a run follows objects: to follow those that are not there takes longer than most closures.
  ///
  /// Where none has been found yet, first runs look for them, and computations of an actor always do, unless `TurnTracking`
  /// looks for them. A run within another run leaves this to the outer one.
  @inline(__always)
  mutating func prepareRun(of state: Computation.State, isFirst: Bool, changes: UInt) {
    self.state = state
    self.changes = changes
    let isWithinFollowing = context.pointee.outer?.pointee.followsObjects ?? false
    objectsWereInUse = Self.objectsAreInUse
    followsObjects =
      objectsWereInUse
      || !state.contains(.isTracked)
        && (!state.isDisjoint(with: .followsObjects) || isFirst && !isWithinFollowing)
    context.pointee.followsObjects = followsObjects || isWithinFollowing
  }

  mutating func note(_ objects: DependencyNode?) { self.objects = objects }

  mutating func noteOwnChange(of computation: Computation) {
    let setter = ObjectIdentifier(computation)
    ownChanges = ownSetter == setter ? ownChanges + 1 : 1
    ownSetter = setter
  }

  /// Whether a computation has run again and again because of its own changes, and not of those of other threads.
  func hasOnlyOwnChanges(of computation: Computation) -> Bool {
    ownSetter == ObjectIdentifier(computation) && ownChanges >= Self.attempts / 2
  }

  @inline(__always)
  mutating func takeObjects() -> DependencyNode? {
    guard objects != nil else { return nil }
    defer { objects = nil }
    return objects
  }

  /// Whether a closure may be run again. All runs within one run of a thread are counted together: if each were counted by
  /// itself, the number of runs would grow with the power of the depth.
  var mayRunAgain: Bool { outermost?.pointee.remaining != 0 }

  /// Counts that a closure is run again.
  func countFurtherRun() { outermost?.pointee.countFurther() }

  /// Gives the read that this answers a number, unless it has one, and returns it. Under the lock.
  mutating func numberRead() -> UInt {
    if readNumber == 0 {
      Self.lastRead += 1
      readNumber = Self.lastRead
      isToBeReset = true
    }
    return readNumber
  }

  mutating func forgetNumber() { readNumber = 0 }

  private mutating func countFurther() {
    remaining -= 1
    isToBeReset = true
    if remaining == Self.attempts - Self.patientAttempts {
      isStarving = true
      Starvation.begin()
    }
  }

  /// The evaluation around this one, and all others, of which this is a part.
  private var outermost: Pointer? {
    var found: Pointer?
    var next: ReadingContext.Pointer? = context
    while let context = next {
      if let evaluation = context.pointee.evaluation { found = evaluation }
      next = context.pointee.outer
    }
    return found
  }
}
