// The locks, atomics and thread identity of the package. No other file uses those of the platform, except
// ThreadContext.swift and ControlledThreads.swift for thread-local storage.
//
// So a test can control every step between threads: see ControlledThreads.swift.
//
// The locks are not `Synchronization.Mutex`: on Linux the thread sanitizer does not understand that, and a library that
// promises freedom from data races (C13) has to be checkable.

package import Dispatch
public import Synchronization

#if canImport(Darwin)
  public import Darwin
#elseif canImport(Glibc)
  public import Glibc
#elseif canImport(Musl)
  public import Musl
#elseif canImport(Android)
  public import Android
#endif

/// A lock for the slow paths. No user code runs and no user object is released while it is held (C7), so it is held for a
/// few instructions at a time and never nests.
@safe
@usableFromInline
package struct Lock: ~Copyable, @unchecked Sendable {
  #if canImport(Darwin) && !CONTROLLED_THREADS
    // Apple's lock lends the holder the priority of a waiting thread.
    // Unchecked, because the pointer never changes, and the lock that it points to is made for several threads. The other
    // form needs no such mark.
    private let handle: UnsafeMutablePointer<os_unfair_lock>

    package init() {
      unsafe handle = .allocate(capacity: 1)
      unsafe handle.initialize(to: os_unfair_lock())
    }

    deinit { unsafe handle.deallocate() }

    @usableFromInline package func lock() { unsafe os_unfair_lock_lock(handle) }
    @usableFromInline package func unlock() { unsafe os_unfair_lock_unlock(handle) }

    /// Whether no thread holds the lock, as far as that can be known: Apple's lock doesn't tell.
    @inlinable package var isFree: Bool { false }
  #else
    @usableFromInline let word = InlineLock()

    @inlinable
    package init() {}

    @inlinable package func lock() { word.lock() }
    @inlinable package func unlock() { word.unlock() }

    /// Whether no thread holds the lock. Then all writes of its last holder are visible.
    @inlinable package var isFree: Bool { word.isFree }
  #endif
}

/// A lock of half a word, stored inline. It takes one atomic step, half as many as a mutex of the C library, which needs a
/// second one to find waiting threads. A thread that finds it held gives up the processor.
@usableFromInline
package struct InlineLock: ~Copyable, Sendable {
  @usableFromInline let word = AtomicHalfWord(0)

  @inlinable
  package init() {}

  @inlinable
  package func lock() { if !word.acquire(0, as: 1) { lockSlowly() } }

  @inlinable
  package func unlock() { word.unlock(0) }

  /// Whether no thread holds the lock. Then all writes of its last holder are visible.
  @inlinable
  package var isFree: Bool { word.value == 0 }

  @usableFromInline
  @inline(never)
  func lockSlowly() {
    #if CONTROLLED_THREADS
      if let controller = ControlledThread.controller {
        repeat {
          controller.wait(canTimeOut: false) { word.unscheduled == 0 }
        } while !word.acquire(0, as: 1)
        return
      }
    #endif
    var looks = 0
    while looks < Backoff.looksBefore {
      if word.relaxed == 0, word.acquire(0, as: 1) { return }
      looks += 1
    }
    var backoff = Backoff()
    repeat { backoff.pause() } while word.relaxed != 0 || !word.acquire(0, as: 1)
  }
}

/// A machine word that several threads change in atomic steps.
@usableFromInline
package struct AtomicWord: ~Copyable, Sendable {
  @usableFromInline let word: Atomic<UInt>

  @inlinable
  package init(_ value: UInt) { word = Atomic(value) }

  /// The word, without ordering of other memory: for a check that a later atomic step confirms.
  @inlinable
  package var relaxed: UInt {
    stop("relaxed load")
    return word.load(ordering: .relaxed)
  }

  @inlinable
  package var value: UInt {
    stop("load")
    return word.load(ordering: .acquiring)
  }

  @inlinable
  package func store(_ value: UInt) {
    stop("store")
    word.store(value, ordering: .releasing)
  }

  /// Stores the word as the last step under a lock.
  ///
  /// The compiler moves the retain of an object behind a store, to the place where the object is used. After an unlock another
  /// thread may have released the object, and nothing is moved behind a fence. On x86-64 this fence is no instruction.
  @inlinable
  package func unlock(_ value: UInt) {
    stop("store")
    atomicMemoryFence(ordering: .releasing)
    word.store(value, ordering: .releasing)
  }

  /// Stores the word before a look at another one by `valueAfterStoring`. See ``BiasedLock``.
  @inlinable
  func storeBeforeLooking(_ value: UInt) {
    stop("store")
    #if arch(arm64)
      word.store(value, ordering: .sequentiallyConsistent)
    #else
      word.store(value, ordering: .releasing)
    #endif
  }

  @inlinable var valueAfterStoring: UInt {
    stop("load")
    #if arch(arm64)
      return word.load(ordering: .sequentiallyConsistent)
    #else
      return word.load(ordering: .acquiring)
    #endif
  }

  @inlinable
  package func replace(_ expected: UInt, by desired: UInt) -> Bool {
    stop("replace")
    return word.compareExchange(
      expected: expected, desired: desired, successOrdering: .acquiringAndReleasing,
      failureOrdering: .acquiring
    ).exchanged
  }

  /// Sets the word for good, if it is zero. That is no step in which a test controls threads, since it happens once in the process.
  package func initialize(to value: UInt) -> Bool {
    word.compareExchange(expected: 0, desired: value, ordering: .acquiringAndReleasing).exchanged
  }

  /// Replaces the word, where success only has to make earlier writes of other threads visible to this one.
  @inlinable
  package func acquire(_ expected: UInt, as desired: UInt) -> Bool {
    stop("acquire")
    return word.compareExchange(
      expected: expected, desired: desired, successOrdering: .acquiring,
      failureOrdering: .relaxed
    ).exchanged
  }

  /// Replaces the word, where success only has to make this thread's earlier writes visible to others.
  @inlinable
  package func release(_ expected: UInt, as desired: UInt) -> Bool {
    stop("release")
    return word.compareExchange(
      expected: expected, desired: desired, successOrdering: .releasing,
      failureOrdering: .relaxed
    ).exchanged
  }

  /// Sets bits and returns the word as it was before.
  @inlinable
  @discardableResult
  package func set(_ bits: UInt) -> UInt {
    stop("set")
    return word.bitwiseOr(bits, ordering: .acquiringAndReleasing).oldValue
  }

  /// Clears bits and returns the word as it was before.
  @inlinable
  @discardableResult
  package func clear(_ bits: UInt) -> UInt {
    stop("clear")
    return word.bitwiseAnd(~bits, ordering: .acquiringAndReleasing).oldValue
  }

  @inlinable
  package func add(_ amount: Int) {
    stop("add")
    word.wrappingAdd(UInt(bitPattern: amount), ordering: .relaxed)
  }

  /// Adds `step` and returns the new number, which no other call returns.
  @inlinable
  package func next(_ step: UInt) -> UInt {
    stop("next")
    return word.wrappingAdd(step, ordering: .relaxed).newValue
  }

  #if CONTROLLED_THREADS
    /// The word, for a condition that the controller looks at, in any thread.
    package var unscheduled: UInt { word.load(ordering: .relaxed) }
  #endif
}

/// Half a machine word that any thread reads and one thread at a time changes, or that takes one of two values in atomic steps.
@usableFromInline
package struct AtomicHalfWord: ~Copyable, Sendable {
  @usableFromInline let word: Atomic<UInt32>

  @inlinable
  package init(_ value: UInt) { word = Atomic(UInt32(value)) }

  @inlinable
  package var value: UInt {
    stop("load")
    return UInt(word.load(ordering: .acquiring))
  }

  @inlinable
  package var relaxed: UInt {
    stop("relaxed load")
    return UInt(word.load(ordering: .relaxed))
  }

  @inlinable
  package func store(_ value: UInt) {
    stop("store")
    word.store(UInt32(value), ordering: .releasing)
  }

  /// Stores the half word as the last step under a lock: see `AtomicWord.unlock(_:)`.
  @inlinable
  package func unlock(_ value: UInt32) {
    stop("store")
    atomicMemoryFence(ordering: .releasing)
    word.store(value, ordering: .releasing)
  }

  /// Replaces the half word, where success only has to make earlier writes of other threads visible to this one.
  @inlinable
  package func acquire(_ expected: UInt32, as desired: UInt32) -> Bool {
    stop("acquire")
    return word.compareExchange(
      expected: expected, desired: desired, successOrdering: .acquiring,
      failureOrdering: .relaxed
    ).exchanged
  }

  #if CONTROLLED_THREADS
    /// The half word, for a condition that the controller looks at, in any thread.
    package var unscheduled: UInt { UInt(word.load(ordering: .relaxed)) }
  #endif
}

/// Stops before a step, in a build that controls its threads.
@inlinable
@inline(__always)
func stop(_ name: StaticString) {
  #if CONTROLLED_THREADS
    ControlledThread.step(name)
  #endif
}

/// The current thread's identifier: nonzero, with its low six bits clear.
///
/// Thread descriptors lie more than 64 bytes apart on every platform, so the low bits carry no information.
@inlinable
package func currentThread() -> UInt {
  #if canImport(Glibc)
    UInt(pthread_self()) & ~63
  #else
    UInt(bitPattern: pthread_self()) & ~63
  #endif
}

/// Gives the processor to another thread that can run.
@usableFromInline
package func yieldProcessor() {
  #if CONTROLLED_THREADS
    if let controller = ControlledThread.controller { return controller.yield() }
  #endif
  sched_yield()
}

extension DispatchQueue {
  /// Runs `work` on this queue.
  package func handOver(_ work: @escaping @Sendable () -> Void) {
    #if CONTROLLED_THREADS
      if let controller = ControlledThread.controller { return controller.run(work, on: self) }
    #endif
    async(execute: work)
  }
}

/// A wait for a step of another thread that takes a few instructions.
///
/// The first pauses only yield the processor. Later ones sleep, so that a thread of lower priority gets to run too.
@usableFromInline
package struct Backoff {
  /// The number of times that a thread checks the condition before its first pause. The step of a thread on another
  /// processor takes less time than giving up this one.
  @inlinable package static var looksBefore: Int {
    #if CONTROLLED_THREADS
      0
    #else
      1_000
    #endif
  }

  private var looks: UInt32 = 0

  @usableFromInline
  package init() {}

  @usableFromInline
  package mutating func pause() {
    #if CONTROLLED_THREADS
      if let controller = ControlledThread.controller { return controller.yield() }
    #endif
    looks = min(looks + 1, 1_000)
    if looks < 100 { Signals.yieldProcessor() } else { usleep(looks) }
  }
}

/// A value behind a lock.
// Unchecked, because the lock guards the value.
package final class Guarded<Value: Sendable>: @unchecked Sendable {
  private let lock = Lock()
  private var value: Value

  package init(_ value: Value) { self.value = value }

  /// Changes the value. `body` runs no user code, and returns every object that has to be released (C7).
  package func change<Answer>(_ body: (inout Value) -> Answer) -> Answer {
    lock.lock()
    defer { lock.unlock() }
    return body(&value)
  }
}

/// An event that happens once, and that threads wait for.
package final class Latch: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  #if CONTROLLED_THREADS
    private let isOpen = AtomicWord(0)
  #endif

  package init() {}

  package func open() {
    #if CONTROLLED_THREADS
      isOpen.store(1)
    #endif
    semaphore.signal()
  }

  /// Waits until the latch is open.
  package func wait() {
    #if CONTROLLED_THREADS
      if let controller = ControlledThread.controller {
        controller.wait(canTimeOut: false) { [self] in isOpen.unscheduled != 0 }
        return followOpening()
      }
    #endif
    semaphore.wait()
  }

  /// Waits until the latch is open, for `timeout` at most.
  package func wait(timeout: DispatchTimeInterval) {
    #if CONTROLLED_THREADS
      if let controller = ControlledThread.controller {
        controller.wait(canTimeOut: true) { [self] in isOpen.unscheduled != 0 }
        return followOpening()
      }
    #endif
    _ = semaphore.wait(timeout: .now() + timeout)
  }

  #if CONTROLLED_THREADS
    /// Lets this thread see all that came before the opening, as the semaphore does.
    private func followOpening() { _ = isOpen.value }
  #endif
}
