#if canImport(Glibc)
  import Glibc
#endif

/// A lock that one thread takes without an atomic read-modify-write step, for as long as no other thread wants it.
///
/// Most programs use their state on one thread. The first thread that takes the lock many times in a row becomes the
/// *favorite*, and from then on takes it by a store to `held`, if a look at `favorite` afterwards still finds the thread there. Another
/// thread takes the shared lock, clears `favorite`, and waits until `held` is zero. So of two threads, one that stores and
/// looks and one that clears and looks, at least one sees the other, provided that neither looks before its store is visible.
///
/// The favorite thread must not pay for that order. On arm64 it doesn't. On x86-64 the other thread pays: Linux interrupts
/// all processors that run the process (`membarrier`). Where neither is to be had, no thread becomes the favorite.
///
/// To dethrone the favorite takes microseconds. So each time doubles the number of acquisitions after which the thread is the
/// favorite again, up to a number that saves more time than that. No other thread takes its place: it could not know whether
/// the first one, which may have looked at `favorite` long ago, is about to store to `held`.
@usableFromInline
package struct BiasedLock: ~Copyable, Sendable {
  /// The thread that takes the lock by `held` alone, or zero. Changed by a thread that holds the shared lock.
  @usableFromInline let favorite = AtomicWord(0)
  /// One while the favorite thread holds the lock, or looks whether it still is the favorite.
  @usableFromInline let held = AtomicWord(0)
  /// One while a thread holds the lock that is not the favorite. Changed by that thread.
  @usableFromInline let isShared = AtomicWord(0)
  @usableFromInline let shared = InlineLock()
  // Changed by the thread that holds the shared lock.
  /// The thread that has taken the shared lock last, and how many times in a row.
  @usableFromInline let lastThread = AtomicWord(0)
  @usableFromInline let streak = AtomicWord(0)
  /// The only thread that stores to `held`, once there is one.
  @usableFromInline let candidate = AtomicWord(0)
  /// The number of acquisitions in a row after which a thread becomes the favorite.
  @usableFromInline let threshold: AtomicWord

  /// - Parameter threshold: the number of acquisitions in a row after which a thread becomes the favorite at first.
  // Inlined, so that a static lock is laid out in the binary, and no access has to check whether it was initialised.
  @inlinable
  package init(threshold: UInt = 1_000) { self.threshold = AtomicWord(threshold) }

  /// - Parameter thread: the current thread.
  @inlinable
  @inline(__always)
  package func lock(_ thread: UInt) {
    if favorite.relaxed == thread {
      // An earlier thread of the same identifier may have held the lock last.
      _ = held.value
      held.storeBeforeLooking(1)
      if favorite.valueAfterStoring == thread { return }
      held.store(0)
    }
    lockShared(thread)
  }

  @inlinable
  @inline(__always)
  package func unlock() {
    if isShared.relaxed == 0 { held.unlock(0) } else { unlockShared() }
  }

  @usableFromInline
  @inline(never)
  func lockShared(_ thread: UInt) {
    shared.lock()
    if favorite.relaxed != 0 { dethrone() }
    isShared.store(1)
    if lastThread.relaxed == thread {
      streak.store(streak.relaxed &+ 1)
      if streak.relaxed >= threshold.relaxed { promote(thread) }
    } else {
      lastThread.store(thread)
      streak.store(0)
    }
  }

  @usableFromInline
  @inline(never)
  func unlockShared() {
    isShared.store(0)
    shared.unlock()
  }

  private func promote(_ thread: UInt) {
    guard StoreBarrier.isAvailable, candidate.relaxed == 0 || candidate.relaxed == thread else { return }
    candidate.store(thread)
    favorite.store(thread)
  }

  /// Waits until the favorite thread has released the lock, and won't take it that way any more.
  private func dethrone() {
    favorite.storeBeforeLooking(0)
    StoreBarrier.issue()
    var backoff = Backoff()
    while held.valueAfterStoring != 0 { backoff.pause() }
    streak.store(0)
    lastThread.store(0)
    threshold.store(min(threshold.relaxed &* 2, 1 << 14))
  }
}

/// Makes the stores of all threads of the process visible that come before its issue in the order of their programs.
private enum StoreBarrier {
  #if arch(arm64) || CONTROLLED_THREADS
    /// Stores and loads in the total order need no barrier.
    static let isAvailable = true

    static func issue() {}
  #elseif os(Linux) && arch(x86_64) && canImport(Glibc)
    private typealias SystemCall = @convention(c) (_ number: Int, _ command: Int, _ flags: Int, _ cpu: Int) -> Int

    // From <linux/membarrier.h> and <asm/unistd_64.h>, which the platform's module doesn't import.
    private static let membarrier = 324
    private static let privateExpedited = 1 << 3
    private static let registerPrivateExpedited = 1 << 4

    // Swift can't call a variadic function, so its address is looked up.
    private static let systemCall = unsafe dlsym(nil, "syscall").map { unsafe unsafeBitCast($0, to: SystemCall.self) }

    /// Whether the system allows it: older ones and some sandboxes don't.
    static let isAvailable = systemCall?(membarrier, registerPrivateExpedited, 0, 0) == 0

    static func issue() {
      let status = systemCall?(membarrier, privateExpedited, 0, 0)
      precondition(status == 0, "The system has refused a barrier that it has registered.")
    }
  #else
    static let isAvailable = false

    static func issue() {}
  #endif
}
