public import Signals

/// The computation or the path observation that tracks the reads of a thread.
@usableFromInline
struct ReadingContext {
  /// The computation that is running.
  @usableFromInline var computation: Unmanaged<Computation>?
  /// Whether that runs to answer one read, because another thread is running it too. Then it records nothing.
  @usableFromInline var isDetached = false
  /// The path observation that is reading.
  let listener: (any AccessListener)?
  @usableFromInline let hasListener: Bool
  @usableFromInline var outer: UnsafeMutablePointer<ReadingContext>?
  /// The result of the run, if it fits in one word and differs from the value.
  @usableFromInline var resultWord: UInt = 0
  /// The reactions that act when the computation is over.
  var reached = ReactionList()
  /// Whether this run, or one around it, follows the objects of Swift Observation.
  var followsObjects = false
  /// The context that was paused before this one.
  private var pausedBefore: UnsafeMutablePointer<ReadingContext>?

  @usableFromInline
  init(
    computation: Unmanaged<Computation>? = nil, isDetached: Bool = false, outer: UnsafeMutablePointer<ReadingContext>?
  ) {
    self.computation = computation
    self.isDetached = isDetached
    self.outer = outer
    listener = nil
    hasListener = false
  }

  init(listener: any AccessListener, outer: UnsafeMutablePointer<ReadingContext>?) {
    self.listener = listener
    hasListener = true
    self.outer = outer
  }

  /// The computation that records the reads.
  @inlinable var tracker: Unmanaged<Computation>? { isDetached ? nil : computation }

  @usableFromInline static let slot = ThreadContext<ReadingContext>()

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
  static func pauseCurrent() -> UnsafeMutablePointer<ReadingContext>? {
    guard let context = slot.current else { return nil }
    context.pointee.pausedBefore = pausedSlot.current
    pausedSlot.current = context
    slot.current = nil
    return context
  }

  static func resume(_ context: UnsafeMutablePointer<ReadingContext>) {
    pausedSlot.current = context.pointee.pausedBefore
    slot.current = context
  }

  /// Whether this thread runs a computation, though it may have left its context for the code of others.
  static var isRunningComputation: Bool {
    guard Recordings.areUnderWay else { return false }
    var isRunning = false
    forEachRun(around: nil) { _ in isRunning = true }
    return isRunning
  }

  /// Calls `body` with each computation that this thread runs, except for that of the innermost context, `inner`.
  static func forEachRun(around inner: UnsafeMutablePointer<ReadingContext>?, _ body: (Computation) -> Void) {
    var next = slot.current
    var paused = pausedSlot.current
    while true {
      if next == nil {
        next = paused
        paused = paused?.pointee.pausedBefore
      }
      guard let context = next else { return }
      if context != inner { context.pointee.computation?._withUnsafeGuaranteedRef(body) }
      next = context.pointee.outer
    }
  }

  /// The context of the innermost computation that this thread is running, and not for one read only; nil if it runs none.
  static var enclosingRun: UnsafeMutablePointer<ReadingContext>? {
    var next = slot.current
    var paused = pausedSlot.current
    while true {
      if next == nil {
        next = paused
        paused = paused?.pointee.pausedBefore
      }
      guard let context = next else { return nil }
      if context.pointee.tracker != nil { return context }
      next = context.pointee.outer
    }
  }
}

/// Runs `body`, whose reads create no dependencies.
///
/// ```swift
/// let total = Derived { net.value * untracked { rate.value } }  // follows `net` only
/// ```
public func untracked<Answer, Failure: Error>(_ body: () throws(Failure) -> Answer) throws(Failure) -> Answer {
  try ReadingContext.pause(body)
}
