/// Compares values of a type that is `Equatable`, although generic code does not know it; nil for any other type. A value
/// that is not even equal to itself, such as NaN, is the same as any other such value.
@usableFromInline
func equalityIfEquatable<Value>(_ type: Value.Type) -> ((Value, Value) -> Bool)? {
  func make<Same: Equatable>(_: Same.Type) -> (Value, Value) -> Bool {
    { one, other in
      // The type is the one that was asked, by another name.
      withUnsafePointer(to: one) { one in
        withUnsafePointer(to: other) { other in
          isSame(
            UnsafeRawPointer(one).assumingMemoryBound(to: Same.self).pointee,
            UnsafeRawPointer(other).assumingMemoryBound(to: Same.self).pointee)
        }
      }
    }
  }
  return (type as? any Equatable.Type).map { make($0) }
}

/// Whether two values are equal, or neither is equal to itself.
@inlinable
func isSame<Value: Equatable>(_ one: Value, _ other: Value) -> Bool { one == other || one != one && other != other }

/// Compares values of a type that happens to be `Equatable`, or objects; nil for any other type.
func equality<Value>(of type: Value.Type) -> ((Value, Value) -> Bool)? {
  if let equality = equalityIfEquatable(type) { return equality }
  switch ValueKind(type) {
  case .object, .optionalObject: return { heldObject(in: $0) === heldObject(in: $1) }
  case .plain, .other: return nil
  }
}
