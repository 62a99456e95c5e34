// A conformance may be isolated to an actor: in a module with main-actor default isolation, that of `struct Item: Equatable` is
// one of the main actor, and `==` must be called there only. A cast of a value finds such a conformance on its actor only; a cast
// of a type finds it everywhere. So an empty array of such values is asked: an array conforms where its elements do.

/// Whether values of the type may be compared by `==` at this place.
func isEquatableHere<Value>(_ type: Value.Type) -> Bool {
  type is any Equatable.Type && ContiguousArray<Value>() is any Equatable
}

/// Whether values of the type may be hashed and compared at this place.
@usableFromInline
func isHashableHere<Value>(_ type: Value.Type) -> Bool {
  type is any Hashable.Type && ContiguousArray<Value>() is any Hashable
}

/// The comparison of the values of a type that happens to be `Equatable`, although generic code does not know it. A value that
/// is not even equal to itself, such as NaN, is the same as any other such value.
struct DynamicEquality<Value> {
  private let compare: ((Value, Value) -> Bool)?
  private let mayBelongToActor: Bool

  init() {
    func make<Same: Equatable>(_: Same.Type) -> (Value, Value) -> Bool {
      { one, other in
        // The type is the one that was asked, by another name.
        unsafe withUnsafePointer(to: one) { one in
          unsafe withUnsafePointer(to: other) { other in
            unsafe isSame(
              UnsafeRawPointer(one).assumingMemoryBound(to: Same.self).pointee,
              UnsafeRawPointer(other).assumingMemoryBound(to: Same.self).pointee)
          }
        }
      }
    }
    compare = (Value.self as? any Equatable.Type).map { make($0) }
    mayBelongToActor = compare != nil && !Self.isCommon
  }

  /// The comparison, for the actor on which this is asked; nil if values can't be compared there.
  var here: ((Value, Value) -> Bool)? { mayBelongToActor && !isEquatableHere(Value.self) ? nil : compare }

  /// The comparison, for any thread; nil if the type isn't `Equatable`. Values that can't be compared where it is called are not
  /// the same.
  var anywhere: ((Value, Value) -> Bool)? {
    guard mayBelongToActor, let compare else { return compare }
    return { isEquatableHere(Value.self) && compare($0, $1) }
  }

  /// Whether this is a common type, whose conformances belong to no actor.
  private static var isCommon: Bool {
    Value.self == String.self || Value.self == Int.self || Value.self == Bool.self || Value.self == Double.self
      || Value.self == String?.self || Value.self == Int?.self || Value.self == [String].self
      || Value.self == [Int].self
  }
}

/// Compares values of a type that is `Equatable`, on any thread: see ``DynamicEquality/anywhere``.
@usableFromInline
func equalityIfEquatable<Value>(_ type: Value.Type) -> ((Value, Value) -> Bool)? { DynamicEquality<Value>().anywhere }

/// Compares values of a type that is `Equatable`, on the actor on which this is asked: see ``DynamicEquality/here``.
@usableFromInline
func equalityIfEquatableHere<Value>(_ type: Value.Type) -> ((Value, Value) -> Bool)? { DynamicEquality<Value>().here }

/// Whether two values are equal, or neither is equal to itself.
@inlinable
func isSame<Value: Equatable>(_ one: Value, _ other: Value) -> Bool { one == other || one != one && other != other }

/// Compares values of a type that is `Equatable`, or objects, on any thread; nil for any other type.
func equalityOrIdentity<Value>(of type: Value.Type) -> ((Value, Value) -> Bool)? {
  equalityIfEquatable(type) ?? objectIdentity(of: type)
}

/// Compares values of a type that happens to be `Equatable`, or objects; nil for any other type. It is for the actor on which
/// it was made.
func equality<Value>(of type: Value.Type) -> ((Value, Value) -> Bool)? {
  DynamicEquality<Value>().here ?? objectIdentity(of: type)
}

/// Compares the identities of objects; nil for any other type.
func objectIdentity<Value>(of type: Value.Type) -> ((Value, Value) -> Bool)? {
  switch ValueKind(type) {
  case .object, .optionalObject: { heldObject(in: $0) === heldObject(in: $1) }
  case .plain, .optionalPlain, .other: nil
  }
}
