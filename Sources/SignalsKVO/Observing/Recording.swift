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

/// What a thread reads, in order, while somebody wants to know: the one mechanism by which anything here learns what its
/// value depends on (K3, K8).
///
/// Whoever is read says so to the innermost listener of the thread.
@usableFromInline
final class Recording: ReadingListener {
  /// What was read, once for each time. It is kept until whoever looks on has seen to it.
  fileprivate(set) var readings: ContiguousArray<Reading> = []

  private static let mark = ThreadMark()
  /// How many recordings are under way, in all threads: what a read asks first.
  // Properties keep this place at hand: a look at it costs them less than a call. It is never given back.
  // Unsafe by name only: the place never changes, and what is there is made for several threads.
  @usableFromInline nonisolated(unsafe) static let underWay: UnsafePointer<AtomicWord> = {
    let place = UnsafeMutablePointer<AtomicWord>.allocate(capacity: 1)
    place.initialize(to: AtomicWord(0))
    return UnsafePointer(place)
  }()

  @usableFromInline static var isUnderWay: Bool { underWay.pointee.glance != 0 }

  /// To whom this thread tells what it reads.
  static var current: (any ReadingListener)? {
    mark.value?.assumingMemoryBound(to: (any ReadingListener).self).pointee
  }

  /// Runs `body`, and has `listener` hear of all that it reads. Who listened before hears nothing meanwhile.
  static func run<Answer, Failure>(
    for listener: any ReadingListener, _ body: () throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    let outer = mark.value
    underWay.pointee.add(1)
    defer {
      underWay.pointee.add(-1)
      mark.value = outer
    }
    var listener = listener
    return try withUnsafeMutablePointer(to: &listener) { pointer throws(Failure) in
      mark.value = UnsafeMutableRawPointer(pointer)
      return try body()
    }
  }

  /// Runs `body`, and hears of all that it reads.
  func listen<Answer, Failure>(_ body: () throws(Failure) -> Answer) throws(Failure) -> Answer {
    try Self.run(for: self, body)
  }

  /// Hears of all that is read until `end(_:)`, which is given what this answers. What `listen(_:)` does, for those that nest
  /// as deep as values follow from each other: it takes no frame on the stack.
  func begin() -> Beginning {
    let beginning = Beginning(outer: Self.mark.value)
    Self.underWay.pointee.add(1)
    beginning.place.initialize(to: self)
    Self.mark.value = UnsafeMutableRawPointer(beginning.place)
    return beginning
  }

  static func end(_ beginning: Beginning) {
    underWay.pointee.add(-1)
    mark.value = beginning.outer
    beginning.place.deinitialize(count: 1)
    beginning.place.deallocate()
  }

  struct Beginning {
    fileprivate let outer: UnsafeMutableRawPointer?
    fileprivate let place = UnsafeMutablePointer<any ReadingListener>.allocate(capacity: 1)
  }

  /// Runs `body` without anybody's hearing what it reads.
  static func pause<Answer, Failure>(_ body: () throws(Failure) -> Answer) throws(Failure) -> Answer {
    let paused = pauseIfUnderWay()
    defer { if let paused { resume(paused) } }
    return try body()
  }

  /// Lets nobody hear what is read until `resume(_:)`, and answers what to resume; nil if nobody was listening.
  @inline(__always)
  static func pauseIfUnderWay() -> UnsafeMutableRawPointer? {
    guard isUnderWay, let listening = mark.value else { return nil }
    mark.value = nil
    return listening
  }

  static func resume(_ listening: UnsafeMutableRawPointer) { mark.value = listening }

  var wantsObjects: Bool { false }

  func note(_ reading: Reading) { readings.append(reading) }

  /// Takes out what was read. The recording can be used again.
  func take() -> ContiguousArray<Reading> {
    var taken: ContiguousArray<Reading> = []
    swap(&taken, &readings)
    return taken
  }
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
