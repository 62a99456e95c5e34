public import Signals

/// The state of all threads together that a read looks at first: whether anything records reads.
@usableFromInline
@safe
struct Recordings: ~Copyable {
  @usableFromInline typealias Pointer = LivePointer<Recordings>

  /// The number of threads that track their reads. The lock of the graph guards its changes, since most of them take place
  /// under it anyway.
  @usableFromInline let underWay = AtomicWord(0)
  /// The context that has begun last, if it is that of an evaluation: see `ReadingContext.current(_:)`.
  @usableFromInline let latest = AtomicWord(0)

  /// The number of calls of `untracked { }` that are under way, with no computation around them.
  let untracked = AtomicWord(0)

  private init() {}

  /// The place is a multiple of this, so that its lowest bits are free: see ``ObservationState``.
  private static var alignment: Int { 2_048 }

  // Values keep this pointer, since a look at it costs them less than a call. It is never freed.
  // Unsafe by name only: the pointer never changes, and its target is made for several threads.
  @safe @usableFromInline nonisolated(unsafe) static let shared: Pointer = {
    let place = unsafe UnsafeMutableRawPointer.allocate(byteCount: MemoryLayout<Recordings>.size, alignment: alignment)
      .bindMemory(to: Recordings.self, capacity: 1)
    unsafe place.initialize(to: Recordings())
    return unsafe Pointer(place)
  }()

  /// Counts a thread that tracks its reads. Under the lock of the graph.
  static func begin() {
    let known = known ?? shared
    Self.known = known
    known.pointee.underWay.store(known.pointee.underWay.relaxed &+ 1)
  }

  static func end() { if let known { known.pointee.underWay.store(known.pointee.underWay.relaxed &- 1) } }

  /// The same as `shared`, once it is there. Guarded by the lock of the graph.
  // Unlike that one, it needs no look whether it is initialised. Unsafe by name only, since the lock guards it.
  @safe @exclusivity(unchecked) nonisolated(unsafe) private(set) static var known: Pointer?

  @inlinable static var areUnderWay: Bool { shared.pointee.underWay.relaxed != 0 }
}
