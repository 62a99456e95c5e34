public import Signals

/// An object that reports its reads: a property of an object, or a value that stands alone.
protocol Readable: AnyObject {}

/// A value that any thread may read and follow: it counts its states, and emits when there is a new one.
protocol Dependency: Readable, Sendable {
  /// Emits for each change after the state with this number; at once, if there has been one.
  func pulses(after version: UInt) -> Signal<Void>
}

/// Receives the reads of a thread.
protocol AccessListener: AnyObject {
  func note(_ reading: Access)
}

/// Reports the reads of a thread to the path observation that is reading (K3).
@usableFromInline
enum AccessTracking {
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

  @inlinable static var isUnderWay: Bool { underWay.pointee.relaxed != 0 }

  /// The path observation that is reading on this thread.
  static var current: (any AccessListener)? { ReadingContext.slot.current?.pointee.listener }

  /// Runs `body`, and reports its reads to `listener`, but not to an outer listener.
  static func run<Answer, Failure>(
    for listener: any AccessListener, _ body: () throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    GraphLock.lock()
    begin()
    GraphLock.unlock()
    defer {
      GraphLock.lock()
      end()
      GraphLock.unlock()
    }
    let context = ReadingContext(listener: listener, outer: ReadingContext.slot.current)
    return try ReadingContext.slot.with(context) { _ throws(Failure) in try body() }
  }

  /// Runs `body` without reporting its reads.
  static func pause<Answer, Failure>(_ body: () throws(Failure) -> Answer) throws(Failure) -> Answer {
    try ReadingContext.pause(body)
  }

  /// Reports no reads until `resume(_:)`. Returns the context to resume; nil if there was no listener.
  @usableFromInline
  static func pauseIfUnderWay() -> UnsafeMutablePointer<ReadingContext>? {
    isUnderWay ? ReadingContext.pauseCurrent() : nil
  }

  /// The same, before this thread changes a state.
  @usableFromInline
  static func pauseForChange() -> UnsafeMutablePointer<ReadingContext>? {
    if ReadingContext.slot.current == nil { Starvation.giveWay() }
    return pauseIfUnderWay()
  }

  @usableFromInline
  static func resume(_ listening: UnsafeMutablePointer<ReadingContext>) { ReadingContext.resume(listening) }
}

/// Collects reads.
final class AccessLog: AccessListener {
  private(set) var readings: ContiguousArray<Access> = []

  func note(_ reading: Access) { readings.append(reading) }
}

/// One read.
@usableFromInline
struct Access {
  /// The property.
  let subject: any Readable
  /// The object that has the property; the property itself if it stands alone.
  let owner: ObjectIdentifier
  /// Its value, as far as a path needs to know it.
  let held: Held
  /// The property, as its class spells it, if it belongs to one.
  var path: AnyKeyPath?
  /// Whether reading that path of the object gives what the property holds, since nothing can have overridden it.
  var isPlain = false
  /// Whether it holds its value weakly.
  var isWeak = false
  /// The object that it held so.
  var weakly: AnyObject?
  /// The number of the state that was read, if its states are counted.
  var version: UInt = 0

  /// Whether the property held an object.
  var isObject: Bool { if case .object = held { true } else { false } }

  @usableFromInline
  enum Held: Equatable {
    case object(ObjectIdentifier)
    case nothing
    case value
  }
}
