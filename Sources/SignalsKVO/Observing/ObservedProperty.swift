public import Signals

/// One observed property of one object: what `$name` gives. It is the property's signal, and an end of a binding.
///
/// ```swift
/// let endpoint = package.$contents.subscribeValues { print($0) }
/// package.$contents.value.append("book")
/// ```
///
/// It keeps the property's value, but not the object: when that is gone, so is whoever would tell of changes. A set of
/// ``value`` is a set like any other to every observer. Only the class's own `didSet` does not run for it, since the
/// language gives a projection no way to it; where that matters, set the property, or go by its key path.
public struct ObservedProperty<Value> {
  @usableFromInline let cell: ValueCell<Value>
  private let object: ObjectIdentifier

  init(_ cell: ValueCell<Value>, of object: AnyObject) {
    self.cell = cell
    self.object = ObjectIdentifier(object)
  }

  /// The property's value.
  public var value: Value {
    get {
      let value = cell.value
      if Recording.isUnderWay { cell.noteRead(of: object, value, path: nil) }
      return value
    }
    nonmutating set { cell.value = newValue }
  }
}

extension ObservedProperty where Value: Sendable {
  /// The current value to each subscriber, then one value for each set (C12, K2). It finishes when the object goes.
  ///
  /// The property is observed where this is read; the signal may be used anywhere.
  @inlinable
  public var signal: Signal<Value> { PathFeed.signal(of: cell, \.alone, home: .here) }

  /// Calls `handler` with the current value, and then with each value that is set: ``Signal/subscribeValues(_:)`` of the
  /// property's ``signal``.
  @inline(__always)
  public func subscribeValues(
    @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (Value) -> Void
  ) -> Endpoint { signal.subscribeValues(handler) }

  /// Calls `handler` with the current value, each value that is set, and the end: ``Signal/subscribe(_:)`` of the
  /// property's ``signal``.
  @inline(__always)
  public func subscribe(
    @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (Event<Value>) -> Void
  ) -> Endpoint { signal.subscribe(handler) }
}
