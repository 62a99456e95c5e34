// The only file of the package that names a lock, an atomic or a thread.
//
// The lock is the platform's own, not `Synchronization.Mutex`: thread sanitizer does not understand that one on Linux,
// and a library that promises freedom from data races (C13) has to be checkable.

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

/// A lock for the slow paths. Whoever holds it calls nothing foreign and releases nothing foreign (C7), so it is held
/// for a few instructions at a time and never nests.
// Unchecked, because the pointer never changes, and what it points to is made for use by several threads.
@usableFromInline
package struct Lock: ~Copyable, @unchecked Sendable {
  #if canImport(Darwin)
    private let handle: UnsafeMutablePointer<os_unfair_lock>

    package init() {
      handle = .allocate(capacity: 1)
      handle.initialize(to: os_unfair_lock())
    }

    deinit { handle.deallocate() }

    @usableFromInline package func lock() { os_unfair_lock_lock(handle) }
    @usableFromInline package func unlock() { os_unfair_lock_unlock(handle) }
  #else
    private let handle: UnsafeMutablePointer<pthread_mutex_t>

    package init() {
      handle = .allocate(capacity: 1)
      var attributes = pthread_mutexattr_t()
      pthread_mutexattr_init(&attributes)
      defer { pthread_mutexattr_destroy(&attributes) }
      #if canImport(Glibc)
        // It is held for so short a time that looking again is cheaper than going to sleep.
        pthread_mutexattr_settype(&attributes, CInt(PTHREAD_MUTEX_ADAPTIVE_NP))
      #endif
      let status = pthread_mutex_init(handle, &attributes)
      precondition(status == 0, "The system gave no mutex (error \(status)); it is out of memory.")
    }

    deinit {
      pthread_mutex_destroy(handle)
      handle.deallocate()
    }

    @usableFromInline package func lock() { pthread_mutex_lock(handle) }
    @usableFromInline package func unlock() { pthread_mutex_unlock(handle) }
  #endif
}

/// One machine word that several threads change in single steps.
@usableFromInline
package struct AtomicWord: ~Copyable, Sendable {
  @usableFromInline let word: Atomic<UInt>

  @inlinable
  package init(_ value: UInt) { word = Atomic(value) }

  /// The word as it is, in no order with other memory: for checks that a later step makes sure of.
  @inlinable
  package var glance: UInt { word.load(ordering: .relaxed) }

  @inlinable
  package var value: UInt { word.load(ordering: .acquiring) }

  @inlinable
  package func store(_ value: UInt) { word.store(value, ordering: .releasing) }

  @inlinable
  package func replace(_ expected: UInt, by desired: UInt) -> Bool {
    word.compareExchange(
      expected: expected, desired: desired, successOrdering: .acquiringAndReleasing,
      failureOrdering: .acquiring
    ).exchanged
  }

  /// The same, where success only has to show this thread what others did before.
  @inlinable
  package func acquire(_ expected: UInt, as desired: UInt) -> Bool {
    word.compareExchange(
      expected: expected, desired: desired, successOrdering: .acquiring,
      failureOrdering: .relaxed
    ).exchanged
  }

  /// The same, where success only has to show others what this thread did before.
  @inlinable
  package func release(_ expected: UInt, as desired: UInt) -> Bool {
    word.compareExchange(
      expected: expected, desired: desired, successOrdering: .releasing,
      failureOrdering: .relaxed
    ).exchanged
  }

  /// Sets bits and returns the word as it was before.
  @inlinable
  @discardableResult
  package func set(_ bits: UInt) -> UInt {
    word.bitwiseOr(bits, ordering: .acquiringAndReleasing).oldValue
  }

  /// Clears bits and returns the word as it was before.
  @inlinable
  @discardableResult
  package func clear(_ bits: UInt) -> UInt {
    word.bitwiseAnd(~bits, ordering: .acquiringAndReleasing).oldValue
  }

  @inlinable
  package func add(_ amount: Int) {
    word.wrappingAdd(UInt(bitPattern: amount), ordering: .relaxed)
  }

  /// Counts on by `step`, and answers a number that nobody else gets.
  @inlinable
  package func next(_ step: UInt) -> UInt { word.wrappingAdd(step, ordering: .relaxed).newValue }
}

/// The thread that runs this, as a number that is never zero and whose low six bits are.
///
/// Thread descriptors lie further than 64 bytes apart on every platform, so the low bits carry nothing.
@inlinable
package func currentThread() -> UInt {
  #if canImport(Glibc)
    UInt(pthread_self()) & ~63
  #else
    UInt(bitPattern: pthread_self()) & ~63
  #endif
}

/// Lets others have the processor.
package func giveWay() { sched_yield() }

/// How a thread waits for what takes another one no time, however long the system keeps that one from it: at first it only
/// lets others have the processor, then it sleeps, so that also a thread of less importance gets there.
@usableFromInline
package struct Patience {
  private var looks: UInt32 = 0

  @usableFromInline
  package init() {}

  @usableFromInline
  package mutating func giveWay() {
    looks = min(looks + 1, 1_000)
    if looks < 100 { Signals.giveWay() } else { usleep(looks) }
  }
}

/// A pointer of which every thread has its own, nil at first.
@usableFromInline
package struct ThreadMark: Sendable {
  /// What surrounds the work of the thread: see ``Surroundings``.
  @usableFromInline static let surroundings = ThreadMark()

  @usableFromInline let key: pthread_key_t

  /// A new one. There are few in a process, so each is made once and stays.
  package init() {
    var key = pthread_key_t()
    let status = pthread_key_create(&key, nil)
    precondition(
      status == 0, "The system gave no thread-specific key (error \(status)); the process has used them all up.")
    self.key = key
  }

  @inlinable package var value: UnsafeMutableRawPointer? {
    get { pthread_getspecific(key) }
    nonmutating set { pthread_setspecific(key, newValue) }
  }
}

/// A value that threads share, one at a time.
// Unchecked, because the lock guards the value.
package final class Guarded<Value: Sendable>: @unchecked Sendable {
  private let lock = Lock()
  private var value: Value

  package init(_ value: Value) { self.value = value }

  /// Changes the value. `body` calls nothing foreign, and hands out what is to be released (C7).
  package func change<Answer>(_ body: (inout Value) -> Answer) -> Answer {
    lock.lock()
    defer { lock.unlock() }
    return body(&value)
  }
}
