public import Signals

/// What a read looks at first: whether anything records reads, of all threads together.
@usableFromInline
struct Recordings: ~Copyable {
  /// The number of threads that track their reads. The lock of the graph guards its changes, since most of them take place
  /// under it anyway.
  @usableFromInline let underWay = AtomicWord(0)
  /// The context that has begun last, if it is that of an evaluation: see `ReadingContext.current(_:)`.
  @usableFromInline let latest = AtomicWord(0)
  private let probe = ObservationProbe.shared

  private init() {}

  // Values keep this pointer, since a look at it costs them less than a call. It is never freed.
  // Unsafe by name only: the pointer never changes, and its target is made for several threads.
  @usableFromInline nonisolated(unsafe) static let shared: UnsafePointer<Recordings> = {
    let place = UnsafeMutablePointer<Recordings>.allocate(capacity: 1)
    place.initialize(to: Recordings())
    return UnsafePointer(place)
  }()

  /// Counts a thread that tracks its reads. Under the lock of the graph, as the two below.
  static func begin() {
    let known = known ?? shared
    Self.known = known
    known.pointee.underWay.store(known.pointee.underWay.relaxed &+ 1)
  }

  static func end() { if let known { known.pointee.underWay.store(known.pointee.underWay.relaxed &- 1) } }

  /// Shows the present context of this thread to its reads.
  @inline(__always)
  static func show(_ context: ReadingContext.Pointer?) { known?.pointee.show(context) }

  @inline(__always)
  borrowing func show(_ context: ReadingContext.Pointer?) {
    let isShown = context?.pointee.belongsToEvaluation ?? false
    latest.store(isShown ? UInt(bitPattern: context) : 0)
  }

  /// The same as `shared`, once it is there. Guarded by the lock of the graph.
  // Unlike that one, it needs no look whether it is initialised.
  @exclusivity(unchecked) nonisolated(unsafe) private static var known: UnsafePointer<Recordings>?

  @inlinable static var areUnderWay: Bool { shared.pointee.underWay.relaxed != 0 }

  /// Whether Swift Observation records the reads of this thread, and not for a computation. Computations follow the values of
  /// this module in another way, and ignore the reads in `untracked { }`.
  @usableFromInline var isReadTracked: Bool {
    @inline(never)
    get {
      if underWay.relaxed != 0, ReadingContext.isRunningComputation { return false }
      return probe._withUnsafeGuaranteedRef { $0.isTracking }
    }
  }
}
