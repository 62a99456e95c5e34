public import Signals

/// One observed property of one object: what `$name` gives. It is the property's signal, and an end of a binding.
///
/// ```swift
/// let endpoint = package.$contents.subscribeValues { print($0) }
/// package.$contents.value.append("book")
/// ```
///
/// It doesn't keep the object alive. When that has gone, this has the value that the property had last, and setting it does
/// nothing. An object that a weak property referred to isn't kept then either.
///
/// A set of ``value`` is a set like any other to every observer. Only the class's own `didSet` does not run for it, since
/// the language gives a projection no way to it; where that matters, set the property, or go by its key path.
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
    get {
      guard let cell = handle.cell else { return handle.last }
      let value = cell.value
      cell.noteRead(of: object, value, path: nil)
      return value
    }
    nonmutating set { handle.cell?.value = newValue }
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
