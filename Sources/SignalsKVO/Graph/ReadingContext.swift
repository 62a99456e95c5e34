public import Signals

/// What a thread is doing that wants to know what it reads.
@usableFromInline
struct ReadingContext {
  /// The computation that is running.
  @usableFromInline var computation: Unmanaged<Computation>?
  /// Whether that runs to answer one read, because another thread is running it too. Then it records nothing.
  @usableFromInline var isDetached = false
  /// The path observation that is reading.
  let listener: (any ReadingListener)?
  @usableFromInline let hasListener: Bool
  @usableFromInline let outer: UnsafeMutablePointer<ReadingContext>?

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

  init(listener: any ReadingListener, outer: UnsafeMutablePointer<ReadingContext>?) {
    self.listener = listener
    hasListener = true
    self.outer = outer
  }

  /// The computation that records what is read.
  @inlinable var tracker: Unmanaged<Computation>? { isDetached ? nil : computation }

  @usableFromInline static let slot = ThreadContext<ReadingContext>()

  /// Runs `body` without anybody's learning what it reads.
  @inline(__always)
  static func pause<Answer, Failure: Error>(_ body: () throws(Failure) -> Answer) throws(Failure) -> Answer {
    guard Recording.isUnderWay, let paused = slot.current else { return try body() }
    slot.current = nil
    defer { slot.current = paused }
    return try body()
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
