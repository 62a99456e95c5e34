/// A watched property of which the values are known: what a projection stands for, whatever keeps the value.
@usableFromInline
class ValueCell<Value>: WatchedProperty {
  @inlinable
  override init(_ attention: Attention) { super.init(attention) }

  /// The value, read and set by way of the property itself instead of its object.
  var value: Value {
    get { preconditionFailure("A cell has to say what it holds.") }
    set { preconditionFailure("A cell has to say how it is set.") }
  }

  /// What stands for this in a projection.
  final var handle: PropertyHandle<Value> {
    if let made = handleIfMade { return unsafeDowncast(made, to: PropertyHandle<Value>.self) }
    let made = PropertyHandle(self)
    keepHandle(made)
    return made
  }

  /// To be called when this goes, with the value that it leaves.
  @usableFromInline
  final func leave(_ value: Value) {
    if let made = handleIfMade { unsafeDowncast(made, to: PropertyHandle<Value>.self).leave(value) }
  }

  /// Whether it doesn't keep alive what it holds: then that is an object, or none.
  var isWeak: Bool { false }

  /// The object that is held weakly, if it can tell of its death.
  func mortal(_ value: Value) -> AnyObject? { nil }

  /// The value, read as the one property of an object of which that is all.
  @usableFromInline
  final var alone: Value {
    let value = value
    noteRead(of: ObjectIdentifier(self), value, path: \ValueCell<Value>.alone, isPlain: true)
    return value
  }

  /// Tells those who look on that the property is being read.
  final func noteRead(
    of object: ObjectIdentifier, _ value: Value, path: @autoclosure () -> AnyKeyPath?, isPlain: Bool = false
  ) {
    let context = ReadingContext.slot.current
    if let listener = context?.pointee.listener {
      listener.note(
        Reading(
          subject: self, owner: object, held: Reading.Held(value, kind: kind), path: path(), isPlain: isPlain,
          isWeak: isWeak, weakly: mortal(value), object: listener.wantsObjects ? heldObject(in: value) : nil))
    } else if let computation = context?.pointee.tracker {
      noteRead(by: computation)
    } else if attention.contains(.tracked) {
      trackRead()
    }
  }

  /// What kind of values these are, once that has been asked.
  @exclusivity(unchecked) private final var knownKind: ValueKind?

  private final var kind: ValueKind {
    if let knownKind { return knownKind }
    let kind = ValueKind(Value.self)
    knownKind = kind
    return kind
  }
}
