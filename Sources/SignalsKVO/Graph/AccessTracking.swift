internal import Signals

/// Reports the reads of a thread to the path observation that is reading (K3).
@usableFromInline
enum AccessTracking {
  /// The path observation that is reading on this thread.
  static var current: (any AccessListener)? { ReadingContext.slot.current?.pointee.listener }

  /// Runs `body`, and reports its reads to `listener`, but not to an outer listener.
  static func run<Answer, Failure>(
    for listener: any AccessListener, _ body: () throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    let outer = ReadingContext.slot.current
    GraphLock.lock()
    ReadingContext.pauseInTurns()
    Recordings.begin()
    Recordings.show(nil)
    GraphLock.unlock()
    defer {
      GraphLock.lock()
      Recordings.end()
      Recordings.show(outer)
      GraphLock.unlock()
    }
    let context = ReadingContext(listener: listener, outer: outer)
    return try ReadingContext.slot.with(context) { _ throws(Failure) in try body() }
  }

  /// Runs `body` without reporting its reads.
  static func pause<Answer, Failure>(_ body: () throws(Failure) -> Answer) throws(Failure) -> Answer {
    try ReadingContext.pause(body)
  }

  /// Reports no reads until `resume(_:)`. Returns the context to resume; nil if there was no listener.
  @usableFromInline
  static func pauseIfUnderWay() -> ReadingContext.Pointer? {
    Recordings.areUnderWay ? ReadingContext.pauseCurrent() : nil
  }

  /// The same, before this thread changes a state.
  @usableFromInline
  static func pauseForChange() -> ReadingContext.Pointer? {
    if Starvation.isUnderWay, !ReadingContext.isRunningComputation() { Starvation.giveWay() }
    return pauseIfUnderWay()
  }

  @usableFromInline
  static func resume(_ listening: ReadingContext.Pointer) { ReadingContext.resume(listening) }
}
