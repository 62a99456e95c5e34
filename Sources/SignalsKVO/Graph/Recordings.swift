public import Signals

/// The recordings of reads that are under way on all threads together.
@usableFromInline
enum Recordings {
  /// The number of threads that track their reads: a read looks here first.
  // Properties keep this pointer, since a look at it costs them less than a call. It is never freed.
  // Unsafe by name only: the pointer never changes, and its target is made for several threads.
  @usableFromInline nonisolated(unsafe) static let underWay: UnsafePointer<AtomicWord> = {
    let place = UnsafeMutablePointer<AtomicWord>.allocate(capacity: 1)
    place.initialize(to: AtomicWord(0))
    return UnsafePointer(place)
  }()

  // The lock of the graph guards the changes of the number, since most of them take place under it anyway.
  static func begin() {
    let number = number ?? underWay
    Self.number = number
    number.pointee.store(number.pointee.relaxed &+ 1)
  }

  static func end() { if let number { number.pointee.store(number.pointee.relaxed &- 1) } }

  /// The same as `underWay`, once it is there. Guarded by the lock of the graph.
  // Unlike that one, it needs no look whether it is initialised.
  @exclusivity(unchecked) nonisolated(unsafe) private static var number: UnsafePointer<AtomicWord>?

  @inlinable static var areUnderWay: Bool { underWay.pointee.relaxed != 0 }
}
