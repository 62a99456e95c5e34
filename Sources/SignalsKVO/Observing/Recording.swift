public import Signals

/// Something that can be read while somebody looks on, and be observed then: a property of an object, or one that stands
/// alone.
protocol Readable: AnyObject {
  /// Tells `watcher` of every change after the state with this number, until the link that this answers is closed.
  func watch(for watcher: Watcher, after version: UInt) -> Link
}

/// Who hears what a thread reads.
protocol ReadingListener: AnyObject {
  /// Whether a reading is to bring the object that was read.
  var wantsObjects: Bool { get }

  func note(_ reading: Reading)
}

/// Tells path observations what their thread reads (K3).
@usableFromInline
enum Recording {
  /// The number of threads that want to know what they read: a read looks here first.
  // Properties keep this pointer, since a look at it costs them less than a call. It is never freed.
  // Unsafe by name only: the pointer never changes, and what it points to is made for several threads.
  @usableFromInline nonisolated(unsafe) static let underWay: UnsafePointer<AtomicWord> = {
    let place = UnsafeMutablePointer<AtomicWord>.allocate(capacity: 1)
    place.initialize(to: AtomicWord(0))
    return UnsafePointer(place)
  }()

  @inlinable static var isUnderWay: Bool { underWay.pointee.relaxed != 0 }

  /// The path observation that is reading on this thread.
  static var current: (any ReadingListener)? { ReadingContext.slot.current?.pointee.listener }

  /// Runs `body`, and has `listener` hear of all that it reads. An outer listener hears nothing meanwhile.
  static func run<Answer, Failure>(
    for listener: any ReadingListener, _ body: () throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    underWay.pointee.add(1)
    defer { underWay.pointee.add(-1) }
    let context = ReadingContext(listener: listener, outer: ReadingContext.slot.current)
    return try ReadingContext.slot.with(context) { _ throws(Failure) in try body() }
  }

  /// Runs `body` without anybody's hearing what it reads.
  static func pause<Answer, Failure>(_ body: () throws(Failure) -> Answer) throws(Failure) -> Answer {
    try ReadingContext.pause(body)
  }

  /// Lets nobody hear what is read until `resume(_:)`, and returns what to resume; nil if nobody was listening.
  @usableFromInline
  static func pauseIfUnderWay() -> UnsafeMutablePointer<ReadingContext>? {
    guard isUnderWay, let listening = ReadingContext.slot.current else { return nil }
    ReadingContext.slot.current = nil
    return listening
  }

  /// The same, before this thread changes a state.
  @usableFromInline
  static func pauseForChange() -> UnsafeMutablePointer<ReadingContext>? {
    Starvation.giveWay()
    return pauseIfUnderWay()
  }

  @usableFromInline
  static func resume(_ listening: UnsafeMutablePointer<ReadingContext>) { ReadingContext.slot.current = listening }
}

/// Collects what is read.
final class ReadingLog: ReadingListener {
  private(set) var readings: ContiguousArray<Reading> = []

  var wantsObjects: Bool { false }

  func note(_ reading: Reading) { readings.append(reading) }
}

/// One read.
@usableFromInline
struct Reading {
  /// What was read.
  let subject: any Readable
  /// The object that it is a property of; of what stands alone, itself.
  let owner: ObjectIdentifier
  /// What it held.
  let held: Held
  /// The property, as its class spells it, if it belongs to one.
  var path: AnyKeyPath?
  /// Whether reading that path of the object gives what the property holds, since nothing can have overridden it.
  var isPlain = false
  /// Whether it doesn't keep alive what it holds.
  var isWeak = false
  /// The object that it held so.
  var weakly: AnyObject?
  /// The object that it held, for a listener that wants it.
  var object: AnyObject?
  /// The number of the state that was read, if its states are counted.
  var version: UInt = 0

  @usableFromInline
  enum Held: Equatable {
    case object(ObjectIdentifier)
    case nothing
    case value
  }
}
