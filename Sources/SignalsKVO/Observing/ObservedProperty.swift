public import Signals

/// One observed property of one object, for reading: what `$name` gives. It is the property's signal, and the source of
/// copies that go one way.
///
/// ```swift
/// let endpoint = package.$contents.subscribeValues { print($0) }
/// let observer = bind(label, \.text, from: person.$firstName)
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
    if cell.attention.contains(.unfamiliar) { cell.becomeFamiliar(with: object) }
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

extension ObservedProperty where Value: Sendable {
  /// The current value to each subscriber, then one value for each set (C12, K2). It finishes when the object goes.
  ///
  /// The property is observed where this is read; the signal may be used anywhere. Only the main queue can be told from
  /// anywhere else: on another actor use ``Signals/Signal/keyValueObserving(_:_:isolation:file:line:)``, which takes the actor from the code
  /// that calls it.
  @inlinable
  public var signal: Signal<Value> {
    guard let cell else { return .empty() }
    return PathFeed.signal(of: cell, \.alone, home: .here, info: .unplaced(.source, "Observed"))
  }

  /// Calls `handler` with the current value, and then with each value that is set: `Signal.subscribeValues(_:)` of the
  /// property's ``signal``.
  @inline(__always)
  public func subscribeValues(
    @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (Value) -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Endpoint { signal.subscribeValues(handler, file: file, line: line) }

  /// Calls `handler` with the current value, each value that is set, and the end: `Signal.subscribe(_:)` of the
  /// property's ``signal``.
  @inline(__always)
  public func subscribe(
    @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (Event<Value>) -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Endpoint { signal.subscribe(handler, file: file, line: line) }
}
