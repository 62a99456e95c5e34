public import Signals

/// One end of a binding: something that can be read, observed and set, and that lives somewhere (B1).
///
/// Every change of it has a stamp, and each end knows the newest of them. So whether a write is still wanted is decided where
/// the end lives, in one step with the write.
// Unchecked: mutable state belongs to the place where the end lives, or is guarded.
@usableFromInline
class BoundEnd<Value>: @unchecked Sendable {
  /// Where it is read and set.
  @usableFromInline final let home: ExecutionContext
  /// Whether that is where the binding was made, and does its work.
  @usableFromInline final let isResident: Bool
  /// The newest change of it when its observation had begun, which may not be reported. Used only where it lives.
  @safe @exclusivity(unchecked) @usableFromInline final var newestAtBeginning = Stamp.none
  private final let presence = LiveObject()
  /// The receiver of changes, which is released at the end; nil before the beginning and after the end.
  private final let kept = Guarded<Kept?>(nil)

  // Unchecked: the receiver guards itself. Not `Unchecked`, since a function in a generic type needs an object more.
  private struct Kept: @unchecked Sendable { let receiver: Receiver }

  @usableFromInline
  init(home: ExecutionContext, isResident: Bool) {
    self.home = home
    self.isResident = isResident
  }

  /// Whether any thread may set it.
  @usableFromInline final var isAnywhere: Bool { !isResident && !home.isActor }

  /// Whether this code runs where it lives. Asked only where the binding does its work.
  @usableFromInline final var isHere: Bool { isResident || home.isHere }

  /// The receiver of changes.
  @usableFromInline
  typealias Receiver = (Notification) -> Void

  @usableFromInline
  @safe
  enum Notification {
    /// - Parameter line: the way by which it comes, if it came inline from something that has turns.
    case changed(Value, Stamp, by: Unmanaged<Connection>?)
    /// It has become absent (B1): it takes no older write.
    case absent(Stamp)
    /// It is no more (B6).
    case gone
  }

  /// The newest change. From any thread.
  @usableFromInline var newest: Stamp { preconditionFailure("An end has to say which change of it is the newest.") }

  /// Begins to observe.
  @usableFromInline
  func begin(_ receiver: @escaping Receiver) { preconditionFailure("An end has to be observed.") }

  /// The value, where there is one at the moment, and the newest change that is in it.
  @usableFromInline
  func read() -> (value: Value, known: Stamp)? { preconditionFailure("An end has to be read.") }

  /// Sets it, if the condition allows that. The end reports the write like any other change, if the write asks for it.
  @usableFromInline
  func write(_ write: Write<Value>) { preconditionFailure("An end has to be set.") }

  /// The short way of a write that counts if nothing newer is there.
  ///
  /// - Parameter line: the way by which it comes, if it came inline from something that has turns.
  @usableFromInline
  func write(_ value: Value, ifNewer stamp: Stamp, by connection: Unmanaged<Connection>?) {
    write(Write(value: value, stamp: stamp, condition: .ifNewer))
  }

  /// Stops what `begin(_:)` has begun, once. From any thread.
  func stop() { preconditionFailure("An end has to come to an end.") }

  // MARK: - The receiver

  @usableFromInline
  final func keep(_ new: @escaping Receiver) { kept.change { $0 = Kept(receiver: new) } }

  /// Whether it has begun, and has not ended.
  final var isObserved: Bool { kept.change { $0 != nil } }

  @usableFromInline
  final func tell(_ notification: Notification) { kept.change { $0 }?.receiver(notification) }

  /// Observes no more. From any thread.
  @usableFromInline
  final func end() {
    let taken = kept.change { kept in
      defer { kept = nil }
      return kept
    }
    if taken != nil { stop() }
  }
}

/// An end of a known class, which the compiler calls directly, or of any class.
@usableFromInline
protocol AnyBoundEnd<Value>: AnyObject, Sendable {
  associatedtype Value

  var home: ExecutionContext { get }
  var isResident: Bool { get }
  var isHere: Bool { get }
  var isAnywhere: Bool { get }
  var newest: Stamp { get }
  var newestAtBeginning: Stamp { get set }
  func begin(_ receiver: @escaping BoundEnd<Value>.Receiver)
  func read() -> (value: Value, known: Stamp)?
  func write(_ write: Write<Value>)
  func write(_ value: Value, ifNewer stamp: Stamp, by connection: Unmanaged<Connection>?)
  func end()
}

extension BoundEnd: AnyBoundEnd {}

extension AnyBoundEnd {
  /// Does something where the end lives: at once if that is here.
  @usableFromInline
  func whereItLives(_ body: @escaping () -> Void) {
    if isHere { return body() }
    // Unchecked: the closure goes to the end, with a value that is sent there or state that guards itself.
    nonisolated(unsafe) let body = body
    home.run { unsafe body() }
  }
}
