internal import Signals

/// Something that can be read while somebody looks on, and be observed then: a property of an object, or one that stands
/// alone.
protocol Readable: AnyObject {}

/// What a thread reads, in order, while somebody wants to know: the one mechanism by which anything here learns what its
/// value depends on (K3, K8).
///
/// Whoever is read says so to the innermost recording of the thread.
@usableFromInline
final class Recording {
  /// What was read, once for each time. It is kept until whoever looks on has seen to it.
  fileprivate(set) var readings: ContiguousArray<Reading> = []

  private static let mark = ThreadMark()
  /// How many recordings are under way, in all threads.
  private static let underWay = AtomicWord(0)

  /// Whether any thread records: what a read asks first.
  // Reading the counter changes nothing and releases nothing. Since the compiler is told, what a getter has loaded needs
  // no retain across this call, which would cost ten times as much as the call.
  @_effects(readonly)
  @inline(never)
  @usableFromInline
  static func isUnderWay() -> Bool { underWay.glance != 0 }

  /// The recording to which this thread tells what it reads.
  static var current: Recording? {
    mark.value.map { Unmanaged<Recording>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Runs `body`, and hears of all that it reads. A recording that was under way hears nothing meanwhile.
  func listen<Answer, Failure>(_ body: () throws(Failure) -> Answer) throws(Failure) -> Answer {
    let outer = Self.mark.value
    Self.mark.value = Unmanaged.passUnretained(self).toOpaque()
    Self.underWay.add(1)
    defer {
      Self.underWay.add(-1)
      Self.mark.value = outer
    }
    return try body()
  }

  /// Runs `body` without anybody's hearing what it reads.
  static func pause<Answer, Failure>(_ body: () throws(Failure) -> Answer) throws(Failure) -> Answer {
    let outer = mark.value
    guard outer != nil else { return try body() }
    mark.value = nil
    defer { mark.value = outer }
    return try body()
  }

  func note(_ reading: Reading) { readings.append(reading) }

  /// Takes out what was read. The recording can be used again.
  func take() -> ContiguousArray<Reading> {
    var taken: ContiguousArray<Reading> = []
    swap(&taken, &readings)
    return taken
  }
}

/// One read.
struct Reading {
  /// What was read.
  let subject: any Readable
  /// The object that it is a property of; of what stands alone, itself.
  let owner: ObjectIdentifier
  /// What it held.
  let held: Held
  /// Which of its states was read, where it counts them.
  var version: UInt = 0

  enum Held: Equatable {
    case object(ObjectIdentifier)
    case nothing
    case value
  }
}
