/// One observed property of one object, for reading: the value of `$name`. It is the property's signal, and the source of
/// copies that go one way.
///
/// ```swift
/// let endpoint = package.$contents.subscribeValues { print($0) }
/// let observer = person.$firstName.assign(to: \.text, on: label)
/// ```
///
/// It sets nothing, so a property whose setter is private stays the business of its class. The property is set by its name or
/// by its key path, whose access level the compiler checks: `bind(field, \.text, to: model, \.title)`.
///
/// It doesn't keep the object alive. After the object's death, this has the value that the property had last. An object that a
/// weak property referred to isn't kept then either.
public struct ObservedProperty<Value> {
  let handle: PropertyHandle<Value>
  private let object: ObjectIdentifier

  @usableFromInline
  init(_ cell: ValueCell<Value>, of object: AnyObject) {
    if cell.flags.contains(.trackingUnknown) { cell.findOutTracking(with: object) }
    handle = cell.handle
    self.object = ObjectIdentifier(object)
  }

  @usableFromInline
  var cell: ValueCell<Value>? { handle.cell }

  /// The property's value.
  public var value: Value {
    guard let cell = handle.cell else { return handle.last }
    let value = cell.value
    cell.noteRead(of: object, value, path: nil)
    return value
  }
}

extension ObservedProperty: CustomStringConvertible {
  /// The type and the current value: `ObservedProperty<String>(Ada)`. The read is not recorded.
  public var description: String { "\(Self.self)(\(handle.cell?.value ?? handle.last))" }
}
