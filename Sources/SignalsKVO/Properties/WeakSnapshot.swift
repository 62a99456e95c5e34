/// A value that is kept for a later notification without keeping an object alive (K6).
// Unchecked, because it is constant: the object in it may die on any thread, and a weak reference is made for that.
@usableFromInline
enum WeakSnapshot<Value>: @unchecked Sendable {
  case nothing
  case value(Value)
  /// The value is an object, or was none.
  case object(WeakReference)

  // An object of its own, so that passing the snapshot costs no more than the value itself.
  @usableFromInline
  final class WeakReference {
    @usableFromInline weak let object: AnyObject?

    @inlinable
    init(object: AnyObject?) { self.object = object }
  }

  /// Whether a value of this kind can be kept without keeping an object alive. Others are read once more just before they
  /// change.
  @inlinable
  static func isHarmless(_ kind: ValueKind) -> Bool {
    switch kind {
    case .object, .optionalObject, .plain, .optionalPlain: true
    case .other: false
    }
  }

  @inlinable
  init(_ value: Value, kind: ValueKind) {
    switch kind {
    case .plain, .optionalPlain: self = .value(value)
    case .other:
      // An existential may hold an object.
      self = heldObject(in: value).map { .object(WeakReference(object: $0)) } ?? .value(value)
    // The kind was asked of the type, so the value is one reference, or none. A cast would ask at each change.
    case .object: self = unsafe .object(WeakReference(object: unsafeBitCast(value, to: AnyObject.self)))
    case .optionalObject: self = unsafe .object(WeakReference(object: unsafeBitCast(value, to: AnyObject?.self)))
    }
  }

  /// The value, if it can still be told. An object that has gone is nil where the value may be that.
  @inlinable
  func value(kind: ValueKind) -> Value? {
    switch (self, kind) {
    case (.nothing, _): nil
    case (.value(let value), _): value
    // It was such a value before.
    case (.object(let reference), .object): reference.object.map { unsafe unsafeBitCast($0, to: Value.self) }
    case (.object(let reference), .optionalObject): unsafe unsafeBitCast(reference.object, to: Value.self)
    // A nil becomes the value's own, if it has one.
    case (.object(let reference), _): (reference.object as Any?) as? Value
    }
  }
}
