#if canImport(Darwin)
  public import Darwin
#elseif canImport(Glibc)
  public import Glibc
#elseif canImport(Musl)
  public import Musl
#elseif canImport(Android)
  public import Android
#endif

/// A thread-local slot for a value that lives on the stack of the thread, or is kept alive by the code that set it.
///
/// It is safe because only the current thread reads and writes its slot, and `with(_:perform:)` restores the former
/// pointer before the value goes out of scope.
@usableFromInline
package struct ThreadContext<Value>: ~Copyable, Sendable {
  /// The system's key plus one, or zero before the first use.
  // This form lets the compiler lay out a static slot in the binary, so that no access checks for its initialisation.
  @usableFromInline let madeKey: AtomicWord

  /// Creates a slot, empty on every thread. A process has few of them, so each is a static constant and is never freed.
  @inlinable
  package init() { madeKey = AtomicWord(0) }

  @inlinable var key: pthread_key_t {
    let made = madeKey.value
    return made == 0 ? makeKey() : pthread_key_t(truncatingIfNeeded: made &- 1)
  }

  @usableFromInline
  @inline(never)
  func makeKey() -> pthread_key_t {
    var key = pthread_key_t()
    let status = unsafe pthread_key_create(&key) { place in unsafe ThreadContext<Never>.discard(place) }
    precondition(
      status == 0, "Can't create a thread-specific key (error \(status)): the process has used all of them.")
    if madeKey.initialize(to: UInt(key) + 1) { return key }
    // Another thread was faster.
    pthread_key_delete(key)
    return pthread_key_t(madeKey.value - 1)
  }

  /// The place of the pointer on this thread, if it was ever set. The system frees it when the thread ends.
  // The place is kept, since `pthread_setspecific` costs several times as much as reading it.
  @inlinable var placeIfMade: Place? {
    unsafe pthread_getspecific(key).map { unsafe Place($0.assumingMemoryBound(to: Pointer?.self)) }
  }

  /// Frees a place when its thread ends.
  // The platforms disagree whether the place is optional.
  private static func discard(_ place: UnsafeMutableRawPointer?) {
    guard let place = unsafe place else { return }
    unsafe keepsake(at: place).pointee?.release()
    unsafe free(place)
  }

  /// Beside the pointer: an object that the thread keeps for later use, until it ends.
  @inlinable
  package static func keepsake(at place: UnsafeMutableRawPointer) -> UnsafeMutablePointer<Unmanaged<AnyObject>?> {
    unsafe (place + MemoryLayout<Pointer?>.stride).assumingMemoryBound(to: Unmanaged<AnyObject>?.self)
  }

  @usableFromInline package typealias Pointer = LivePointer<Value>
  @usableFromInline package typealias Place = LivePointer<Pointer?>

  /// The place of the pointer on this thread.
  @inlinable package var place: Place { placeIfMade ?? makePlace() }

  @usableFromInline
  @inline(never)
  func makePlace() -> Place {
    let size = unsafe MemoryLayout<Pointer?>.stride + MemoryLayout<Unmanaged<AnyObject>?>.stride
    guard let memory = unsafe malloc(size) else { preconditionFailure("The system is out of memory.") }
    let place = unsafe memory.bindMemory(to: Pointer?.self, capacity: 1)
    unsafe place.initialize(to: nil)
    unsafe Self.keepsake(at: memory).initialize(to: nil)
    unsafe pthread_setspecific(key, place)
    return unsafe Place(place)
  }

  /// The value of this thread, if one is set.
  @inlinable package var current: Pointer? {
    get { placeIfMade?.pointee }
    nonmutating set { place.pointee = newValue }
  }

  /// Runs `body` with `value` in the slot, and restores the former one.
  @inlinable
  @inline(__always)
  package func with<Answer, Failure>(
    _ value: consuming Value, perform body: (Pointer) throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    try put(value, over: current, perform: body)
  }

  /// The same, where the slot is known to be empty.
  @inlinable
  @inline(__always)
  package func fill<Answer, Failure>(
    _ value: consuming Value, perform body: (Pointer) throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    try put(value, over: nil, perform: body)
  }

  /// The same, where the place is known, too: finding it costs more than all the rest.
  @inlinable
  @inline(__always)
  package func fill<Answer, Failure>(
    _ value: consuming Value, at place: Place, perform body: (Pointer) throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    try put(value, over: nil, at: place, perform: body)
  }

  @inlinable
  @inline(__always)
  func put<Answer, Failure>(
    _ value: consuming Value, over outer: Pointer?,
    perform body: (Pointer) throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    try put(value, over: outer, at: place, perform: body)
  }

  /// The same, where both the place and the former pointer are known.
  @inlinable
  @inline(__always)
  package func put<Answer, Failure>(
    _ value: consuming Value, over outer: Pointer?, at place: Place,
    perform body: (Pointer) throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    unsafe try withUnsafeMutablePointer(to: &value) { address throws(Failure) in
      let pointer = unsafe Pointer(address)
      place.pointee = pointer
      defer { place.pointee = outer }
      return try body(pointer)
    }
  }
}
