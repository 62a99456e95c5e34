/// What an observation keeps of the value, in order to tell what it was before the next change. It keeps no object alive
/// (K6).
enum Recollection<Value> {
  case nothing
  /// Nothing in the value refers to an object.
  case plain(Value)
  /// The value is an object, or was none.
  case object(WeakReference)

  struct WeakReference {
    weak var object: AnyObject?
  }

  /// Whether values of this kind can be kept at all. Others are read once more before the change.
  static func isPossible(_ kind: ValueKind) -> Bool {
    switch kind {
    case .object, .optionalObject, .plain: true
    case .other: false
    }
  }

  init(_ value: Value, kind: ValueKind) {
    switch kind {
    case .plain: self = .plain(value)
    case .object: self = .object(WeakReference(object: unsafeBitCast(value, to: AnyObject.self)))
    case .optionalObject: self = .object(WeakReference(object: unsafeBitCast(value, to: AnyObject?.self)))
    case .other: self = .nothing
    }
  }

  /// The value, or nil if it can't be told any more.
  var value: Value? {
    switch self {
    case .nothing: nil
    case .plain(let value): value
    case .object(let reference): reference.object.flatMap { $0 as? Value }
    }
  }
}
