internal import Signals

/// An object that reports its reads: a property of an object, or a value that stands alone.
protocol Readable: AnyObject {}

/// A value that any thread may read and follow: it counts its states, and emits when there is a new one.
protocol Dependency: Readable, Sendable {
  /// The owner of the state of which this tells the changes; nil if this follows from other values.
  var stateOwner: ObjectIdentifier? { get }

  /// The cause of a change of an input of which this has not told yet, if bindings want to know; else zero.
  var pendingCause: UInt { get }

  /// Counts one binding more or less that follows this, and that wants each change of the state to have one stamp.
  func countBindings(_ difference: Int)

  /// Emits the number of each state after the one with this number; at once, if there has been one.
  func pulses(after version: UInt) -> Signal<UInt>
}

extension Dependency {
  // A state tells of a change at once.
  var pendingCause: UInt { 0 }
}

/// Receives the reads of a thread.
protocol AccessListener: AnyObject {
  func note(_ reading: Access)

  /// A read has found that an object has died, and handlers are told of that in the middle of the reading.
  func willReportDeath()
}

/// Collects reads.
final class AccessLog: AccessListener {
  private(set) var readings: ContiguousArray<Access> = []

  func note(_ reading: Access) { readings.append(reading) }

  func willReportDeath() {}
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
  /// The type of its value, if it stands alone.
  var standaloneType: Any.Type?
  /// Whether reading that path of the object gives what the property holds, since nothing can have overridden it.
  var isPlain = false
  /// Whether it holds its value weakly.
  var isWeak = false
  /// The object that it held so.
  var weakly: AnyObject?
  /// The number of the state that was read, if its states are counted.
  var version: UInt = 0

  /// The type of its value, if it is known.
  var valueType: Any.Type? { standaloneType ?? path.map { type(of: $0).valueType } }

  /// Whether the property held an object.
  var isObject: Bool { if case .object = held { true } else { false } }

  @usableFromInline
  enum Held: Equatable {
    case object(ObjectIdentifier)
    case nothing
    case value
  }
}
