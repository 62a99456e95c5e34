internal import Signals

/// The work of one thread that brings a computation up to date, from claim to claim.
///
/// It lies on the heap. Values that have never been computed read each other from within their closures, so a row of them takes
/// stack, and this keeps the frames small. All of it is used under the lock of the graph.
struct Evaluation {
  typealias Pointer = UnsafeMutablePointer<Evaluation>

  /// The context in which the closures run. It collects the reactions that are reached meanwhile.
  let context: UnsafeMutablePointer<ReadingContext>
  private(set) var thread: UInt = 0
  /// The computation that is checked, or whose closure runs; nil at the end.
  var node: Unmanaged<Computation>?
  /// The number of changes of all sources when the closure began to run.
  var changes: UInt = 0
  /// The number of times that closures may still be run again because other threads change their inputs meanwhile. Then a
  /// result counts that was correct at one time or another during the run.
  var remaining = Self.attempts
  private var isStarving = false
  private var nextFree: Pointer?

  private static let attempts = 1_000
  /// The number of such attempts after which the other threads wait a little before they change anything more.
  private static let patientAttempts = 100

  /// Evaluations that are free to be used again, and their number. Guarded by the lock of the graph.
  // Unsafe by name only, for that reason.
  @exclusivity(unchecked) nonisolated(unsafe) private static var free: Pointer?
  @exclusivity(unchecked) nonisolated(unsafe) private static var freeCount = 0

  private init() {
    context = .allocate(capacity: 1)
    context.initialize(to: ReadingContext(outer: nil))
  }

  static func begin(_ thread: UInt) -> Pointer {
    AccessTracking.begin()
    let evaluation: Pointer
    if let reused = free {
      evaluation = reused
      free = reused.pointee.nextFree
      freeCount -= 1
    } else {
      evaluation = .allocate(capacity: 1)
      evaluation.initialize(to: Evaluation())
    }
    evaluation.pointee.thread = thread
    evaluation.pointee.enter()
    return evaluation
  }

  private func enter() {
    let place = ReadingContext.slot.place
    context.pointee.outer = place.pointee
    place.pointee = context
  }

  /// Returns the reactions that were reached.
  static func end(_ evaluation: Pointer) -> ReactionList {
    if evaluation.pointee.isStarving { Starvation.end() }
    let reached = evaluation.pointee.leave()
    evaluation.pointee.reset()
    if freeCount < 1_024 {
      evaluation.pointee.nextFree = free
      free = evaluation
      freeCount += 1
    } else {
      evaluation.pointee.context.deinitialize(count: 1)
      evaluation.pointee.context.deallocate()
      evaluation.deallocate()
    }
    AccessTracking.end()
    return reached
  }

  private func leave() -> ReactionList {
    ReadingContext.slot.place.pointee = context.pointee.outer
    let reached = context.pointee.reached
    context.pointee.reached = ReactionList()
    return reached
  }

  private mutating func reset() {
    remaining = Self.attempts
    isStarving = false
  }

  /// Counts that a closure has to be run again. Returns false if it has been too often.
  mutating func mayRunAgain() -> Bool {
    guard remaining > 0 else { return false }
    remaining -= 1
    if remaining == Self.attempts - Self.patientAttempts {
      isStarving = true
      Starvation.begin()
    }
    return true
  }
}
