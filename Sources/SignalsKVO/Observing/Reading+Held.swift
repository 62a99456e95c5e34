extension Reading.Held {
  /// What a value is to those who follow a path: an object, nothing, or a mere value.
  ///
  /// The type is asked, not the value: on Linux every value can be cast to `AnyObject`.
  init<Value>(_ value: Value) {
    var held: Any = value
    while let optional = held as? any PossiblyNil {
      guard let inner = optional.inner else {
        self = .nothing
        return
      }
      held = inner
    }
    self = type(of: held) is AnyClass ? .object(ObjectIdentifier(held as AnyObject)) : .value
  }
}

private protocol PossiblyNil {
  var inner: Any? { get }
}

extension Optional: PossiblyNil {
  fileprivate var inner: Any? { self.map { $0 } }
}
