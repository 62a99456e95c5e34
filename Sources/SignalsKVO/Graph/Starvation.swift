internal import Signals

/// Slows down threads that change states faster than another thread can compute the values that depend on them.
///
/// A computation whose inputs change while it runs is run again. Without this, a thread that sets an input again and again
/// would keep it running for ever. The wait is limited, so the closure of the computation may itself wait for the thread that
/// sets.
enum Starvation {
  /// The number of computations that have been run again too often.
  private static let count = AtomicWord(0)
  private static let longestWait = 200

  static func begin() { count.add(1) }
  static func end() { count.add(-1) }

  /// Whether there is such a computation at this moment.
  static var isUnderWay: Bool { count.relaxed != 0 }

  /// Waits a little, before a change, for such a computation. A thread that computes something itself must not wait.
  static func giveWay() {
    var backoff = Backoff()
    var remaining = longestWait
    while count.relaxed != 0, remaining > 0 {
      backoff.pause()
      remaining -= 1
    }
  }
}
