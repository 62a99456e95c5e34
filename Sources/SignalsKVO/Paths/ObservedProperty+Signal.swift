public import Signals

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
