/// A watched property that knows its value: the target of a projection.
@usableFromInline
class ValueCell<Value>: WatchedProperty {
  @inlinable
  override init(_ flags: ObservationFlags) { super.init(flags) }

  /// The value, read by way of the property itself instead of its object.
  var value: Value { preconditionFailure("\(Self.self) must override value.") }

  /// The reference of projections to this.
  final var handle: PropertyHandle<Value> {
    if let made = handleIfMade { return unsafe unsafeDowncast(made, to: PropertyHandle<Value>.self) }
    let made = PropertyHandle(self)
    keepHandle(made)
    return made
  }

  /// To be called when this goes, with the value that it leaves.
  @usableFromInline
  final func leave(_ value: Value) {
    if let made = handleIfMade { unsafe unsafeDowncast(made, to: PropertyHandle<Value>.self).leave(value) }
  }

  /// Whether it holds its value weakly: then that is an object, or none.
  var isWeak: Bool { false }

  /// Has the dependents of this learn when an object dies that it holds weakly.
  func noteDependents(on value: Value) {}

  /// The object that is held weakly, if it can tell of its death.
  func mortal(_ value: Value) -> AnyObject? { nil }

  /// The value, read as the one property of an object of which that is all.
  @usableFromInline
  final var alone: Value {
    let value = value
    noteRead(of: ObjectIdentifier(self), value, path: \ValueCell<Value>.alone, isPlain: true)
    return value
  }

  /// Reports a read of the property.
  final func noteRead(
    of object: ObjectIdentifier, _ value: Value, path: @autoclosure () -> AnyKeyPath?, isPlain: Bool = false
  ) {
    let context = ReadingContext.slot.current
    if let listener = context?.pointee.listener {
      listener.note(
        Access(
          subject: self, owner: object, held: Access.Held(value, kind: kind), path: path(), isPlain: isPlain,
          isWeak: isWeak, weakly: mortal(value)))
    } else if let context, unsafe context.pointee.tracker != nil {
      noteRead(in: context)
      noteDependents(on: value)
    } else if flags.contains(.tracked) {
      trackRead()
    }
  }

  private final var kind: ValueKind {
    if let known = state.kind { return known }
    let kind = ValueKind(Value.self)
    state.kind = kind
    return kind
  }
}
