/// The kinds of values that observing tells apart, by their type: on Linux a cast takes any value for an object.
@usableFromInline
enum ValueKind: UInt8, Sendable {
  /// An object.
  // Zero stands for a kind that isn't known yet: see ``ObservationState``.
  case object = 1
  /// An object, or none.
  case optionalObject
  /// Nothing in it refers to anything but text, so keeping a value keeps nothing else alive (K6).
  case plain
  /// The same, or none.
  case optionalPlain
  /// Anything else.
  case other

  @usableFromInline
  init(_ type: Any.Type) {
    if type is AnyClass {
      self = .object
    } else if let optional = type as? any Absentable.Type {
      switch ValueKind(optional.presentType) {
      case .object: self = .optionalObject
      case .plain, .optionalPlain: self = .optionalPlain
      case .optionalObject, .other: self = .other
      }
    } else if type == String.self || type == Character.self || Self.isTrivial(type) {
      self = .plain
    } else {
      self = .other
    }
  }

  private static func isTrivial(_ type: Any.Type) -> Bool {
    func ask<Value>(_: Value.Type) -> Bool { _isPOD(Value.self) }
    return ask(type)
  }
}

/// An optional of any type.
protocol Absentable {
  static var presentType: Any.Type { get }
  var isAbsent: Bool { get }
  /// The wrapped value, or the optional itself.
  var content: Any { get }
}

extension Optional: Absentable {
  static var presentType: Any.Type { Wrapped.self }
  var isAbsent: Bool { self == nil }
  var content: Any { self.map { $0 as Any } ?? self as Any }
}

/// Whether a value says that there is none.
@usableFromInline
func isAbsent<Value>(_ value: Value) -> Bool { (value as? any Absentable)?.isAbsent ?? false }

extension Access.Held {
  /// Describes the value of a property of this kind.
  @inlinable
  init<Value>(_ value: Value, kind: ValueKind) {
    switch kind {
    // The kind was asked of the type, so the value is one reference, or none. A cast would ask at each read.
    case .object:
      self = unsafe .object(ObjectIdentifier(unsafeBitCast(value, to: AnyObject.self)))
    case .optionalObject:
      if let object = unsafe unsafeBitCast(value, to: AnyObject?.self) {
        self = .object(ObjectIdentifier(object))
      } else {
        self = .nothing
      }
    case .plain: self = .value
    case .optionalPlain: self = isAbsent(value) ? .nothing : .value
    case .other: self = isAbsent(value) ? .nothing : Self(existential: value)
    }
  }

  @usableFromInline
  init<Value>(existential value: Value) {
    self = heldObject(in: value).map { .object(ObjectIdentifier($0)) } ?? .value
  }
}

@usableFromInline
func isOptional(_ type: Any.Type) -> Bool { type is any Absentable.Type }

/// The object that an existential holds, or an optional one.
@usableFromInline
func heldObject<Value>(in value: Value) -> AnyObject? {
  let held = (value as? any Absentable)?.content ?? value as Any
  return type(of: held) is AnyClass ? held as AnyObject : nil
}
