public import Signals

/// The computation or the path observation that tracks the reads of a thread.
@usableFromInline
@safe
struct ReadingContext {
  @usableFromInline typealias Pointer = LivePointer<ReadingContext>

  /// The computation whose closure is running, and that records its reads.
  @usableFromInline var tracker: Unmanaged<Computation>?
  /// The computation that runs to answer one read, because another thread is running it too. It records nothing.
  @usableFromInline let detached: Unmanaged<Computation>?
  /// How many computations run so, on any thread. Changed under the lock of the graph.
  static let detachedRuns = AtomicWord(0)
  /// The number of the run.
  @usableFromInline var run: UInt = 0
  /// The edge of the last read of the run.
  @usableFromInline var lastRead: DependencyEdge.Pointer?
  /// The edge of the next read, if the run reads what the one before has read.
  @usableFromInline var nextRead: DependencyEdge.Pointer?
  /// The path observation that is reading.
  let listener: (any AccessListener)?
  @usableFromInline let hasListener: Bool
  @usableFromInline var outer: Pointer?
  /// The result of the run, if it fits in one word and differs from the value.
  @usableFromInline var resultWord: UInt = 0
  /// The reactions that act when the computation is over.
  var reached = ReactionList()
  /// Whether this run, or one around it, follows the objects of Swift Observation.
  var followsObjects = false
  /// Whether the computation that runs to answer one read is part of a circle.
  var isInCircle = false
  /// Whether this lies where `current(_:)` looks for it.
  @usableFromInline var belongsToEvaluation = false
  /// The evaluation that this belongs to, if there is one.
  var evaluation: Evaluation.Pointer?
  /// Where the thread keeps its context, if this belongs to an evaluation.
  var place: ThreadContext<ReadingContext>.Place?
  /// The context that was paused before this one.
  private var pausedBefore: Pointer?

  /// - Parameter detached: the computation that runs to answer one read.
  @usableFromInline
  init(detached: Unmanaged<Computation>? = nil, outer: Pointer?) {
    unsafe self.detached = detached
    self.outer = outer
    listener = nil
    hasListener = false
  }

  init(listener: any AccessListener, outer: Pointer?) {
    self.listener = listener
    hasListener = true
    self.outer = outer
    unsafe detached = nil
  }

  /// The computation that this belongs to, also while it compares its result or releases the former one.
  var computation: Unmanaged<Computation>? { unsafe tracker ?? detached ?? evaluation?.pointee.node }

  @usableFromInline static let slot = ThreadContext<ReadingContext>()

  /// The context of this thread.
  ///
  /// To ask the system for it takes longer than all else that a read does. So the context of an evaluation that has begun
  /// last, of those of all threads, is shown to all, and says whose it is. Each thread shows what becomes its context, or
  /// that this is none of an evaluation. So a thread that finds a context of its own finds its present one.
  @inlinable
  @inline(__always)
  static func current(_ recordings: Recordings.Pointer) -> Pointer? {
    if let latest = unsafe UnsafeMutablePointer<ReadingContext>(bitPattern: recordings.pointee.latest.value) {
      let latest = unsafe Pointer(latest)
      if threadWord(of: latest).pointee.relaxed == currentThread() { return latest }
    }
    return currentOfSlot
  }

  /// The same, where no value is at hand.
  @usableFromInline static var currentIfAny: Pointer? {
    Recordings.areUnderWay ? current(Recordings.shared) : nil
  }

  @usableFromInline static var currentOfSlot: Pointer? {
    @inline(never)
    get { slot.current }
  }

  // MARK: - The contexts of evaluations

  /// Creates a context with a place for its thread in front of it. It is never freed.
  static func makeForEvaluation() -> Pointer {
    pauseInTurns()
    let stride = MemoryLayout<AtomicWord>.stride
    let place = UnsafeMutableRawPointer.allocate(
      byteCount: stride + MemoryLayout<ReadingContext>.size, alignment: MemoryLayout<ReadingContext>.alignment)
    unsafe place.initializeMemory(as: AtomicWord.self, to: AtomicWord(0))
    let context = unsafe (place + stride).initializeMemory(as: ReadingContext.self, to: ReadingContext(outer: nil))
    unsafe context.pointee.belongsToEvaluation = true
    return unsafe Pointer(context)
  }

  /// The thread of a context that belongs to an evaluation.
  @inlinable
  @inline(__always)
  static func threadWord(of context: Pointer) -> LivePointer<AtomicWord> {
    let place = unsafe UnsafeMutableRawPointer(context.address) - MemoryLayout<AtomicWord>.stride
    return unsafe LivePointer(place.assumingMemoryBound(to: AtomicWord.self))
  }

  /// The identifier of this thread, whose context is this.
  @inlinable
  @inline(__always)
  static func thread(of context: Pointer?) -> UInt {
    if let context, context.pointee.belongsToEvaluation { return threadWord(of: context).pointee.relaxed }
    return currentThread()
  }

  /// The identifier of this thread, and where it keeps its context. To ask the system for them takes longer than to look into a
  /// context of the thread.
  @inline(__always)
  static func threadAndPlace(within context: Pointer?) -> (UInt, ThreadContext<ReadingContext>.Place) {
    if let context, let place = context.pointee.place { return (threadWord(of: context).pointee.relaxed, place) }
    return (currentThread(), slot.place)
  }

  /// Runs `body` without recording its reads.
  @inline(__always)
  static func pause<Answer, Failure: Error>(_ body: () throws(Failure) -> Answer) throws(Failure) -> Answer {
    guard Recordings.areUnderWay, let paused = pauseCurrent() else { return try body() }
    defer { resume(paused) }
    return try body()
  }

  /// The context that this thread has left last for the code of others.
  private static let pausedSlot = ThreadContext<ReadingContext>()

  /// Leaves the context of this thread until `resume(_:)`.
  static func pauseCurrent() -> Pointer? {
    guard let context = slot.current else { return nil }
    context.pointee.pausedBefore = pausedSlot.current
    pausedSlot.current = context
    slot.current = nil
    Recordings.shared.pointee.show(nil)
    return context
  }

  static func resume(_ context: Pointer) {
    pausedSlot.current = context.pointee.pausedBefore
    slot.current = context
    Recordings.shared.pointee.show(context)
  }

  /// Whether this thread runs a computation, though it may have left its context for the code of others.
  static func isRunningComputation(_ recordings: Recordings.Pointer = Recordings.shared) -> Bool {
    guard recordings.pointee.underWay.relaxed != 0 else { return false }
    var isRunning = false
    forEachRun(around: nil) { _ in isRunning = true }
    return isRunning
  }

  /// Calls `body` with each computation that this thread runs, except for that of the innermost context, `inner`.
  static func forEachRun(around inner: Pointer?, _ body: (Computation) -> Void) {
    _ = first { context in
      if context != inner { unsafe context.pointee.computation?._withUnsafeGuaranteedRef(body) }
      return false
    }
  }

  /// The context of the innermost computation that this thread is running, and not for one read only; nil if it runs none.
  static var enclosingRun: Pointer? { first { unsafe $0.pointee.tracker != nil } }

  /// The context in which this thread runs a computation, and not for one read only.
  static func ofRun(of computation: Computation) -> Pointer? {
    let computation = unsafe Unmanaged.passUnretained(computation).toOpaque()
    return first { unsafe $0.pointee.tracker?.toOpaque() == computation }
  }

  /// The context in which this thread works on a computation, also while it compares the result or releases the former one.
  static func of(_ computation: Computation) -> Pointer? {
    let computation = unsafe Unmanaged.passUnretained(computation).toOpaque()
    return first { unsafe $0.pointee.computation?.toOpaque() == computation }
  }

  /// Calls `body` with each context of this thread, the innermost first, until it returns true.
  ///
  /// - Returns: whether it has done so.
  static func forEach(until body: (Pointer) -> Bool) -> Bool { first(where: body) != nil }

  /// The innermost context of this thread that fulfils a condition, though the thread may have left it for the code of others.
  @inline(__always)
  private static func first(where condition: (Pointer) -> Bool) -> Pointer? {
    var next = slot.current
    var paused = pausedSlot.current
    while true {
      if next == nil {
        next = paused
        paused = paused?.pointee.pausedBefore
      }
      guard let context = next else { return nil }
      if condition(context) { return context }
      next = context.pointee.outer
    }
  }
}

extension ReadingContext: ReadRecorder {
  /// Has nothing be recorded while a turn settles, from now on: what a handler reads is no input of the code that has set something. Under
  /// the lock of the graph.
  static func pauseInTurns() { Turn.pauseReads(by: ReadingContext.self) }

  static func pauseRecording(_ body: () -> Void) { pause(body) }
}

extension Recordings {
  /// Shows the present context of this thread to its reads. Under the lock of the graph.
  @inline(__always)
  static func show(_ context: ReadingContext.Pointer?) { known?.pointee.show(context) }

  @inline(__always)
  borrowing func show(_ context: ReadingContext.Pointer?) {
    let isShown = context?.pointee.belongsToEvaluation ?? false
    unsafe latest.store(isShown ? UInt(bitPattern: context?.address) : 0)
  }
}

/// Runs `body`, whose reads create no dependencies. Swift's own tracking, and with it SwiftUI, doesn't follow what it reads of this
/// library either. A tracking that begins within `body` follows nothing of this library.
///
/// ```swift
/// let total = Derived { net.value * untracked { rate.value } }  // follows `net` only
/// ```
public func untracked<Answer, Failure: Error>(_ body: () throws(Failure) -> Answer) throws(Failure) -> Answer {
  if ReadingContext.isRunningComputation() { return try ReadingContext.pause(body) }
  // An observed path may be recording reads, too.
  return try UntrackedReads.run { () throws(Failure) in try ReadingContext.pause(body) }
}

/// The reads in `untracked { }` outside of computations. Swift's own tracking may be under way there, and ignores them as computations
/// do.
private struct UntrackedReads {
  static let slot = ThreadContext<UntrackedReads>()

  static func run<Answer, Failure: Error>(_ body: () throws(Failure) -> Answer) throws(Failure) -> Answer {
    Recordings.shared.pointee.untracked.add(1)
    defer { Recordings.shared.pointee.untracked.add(-1) }
    return try slot.with(UntrackedReads()) { _ throws(Failure) in try body() }
  }
}

extension ReadingContext {
  /// Whether Swift's own tracking is told of no read of this thread, since that runs a computation or a closure of `untracked { }`.
  static func hidesReads(_ recordings: Recordings.Pointer = Recordings.shared) -> Bool {
    recordings.pointee.untracked.relaxed != 0 && UntrackedReads.slot.current != nil || isRunningComputation(recordings)
  }
}
