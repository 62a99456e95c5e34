/// One observed property of one object: what `$name` gives.
public struct ObservedProperty<Value> {
  private let property: WatchedProperty
  private let get: (WatchedProperty) -> Value
  private let put: (WatchedProperty, Value) -> Void

  init(_ cell: Cell<Value>, of object: AnyObject) {
    property = cell
    get = { unsafeDowncast($0, to: Cell<Value>.self).current }
    put = { unsafeDowncast($0, to: Cell<Value>.self).set($1) }
  }

  init<Object>(_ cell: WeakCell<Object>, of object: AnyObject) where Value == Object? {
    property = cell
    get = { unsafeDowncast($0, to: WeakCell<Object>.self).object }
    put = { unsafeDowncast($0, to: WeakCell<Object>.self).set($1) }
  }
}
