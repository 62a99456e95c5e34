public import Signals

extension ObservedProperty: InfallibleSignalConvertible {
  @inlinable
  public static func _signal<Output: Sendable>(of source: Self, _ type: Output.Type) -> Signal<Output> {
    // The same type by another name.
    unsafe unsafeBitCast(source, to: ObservedProperty<Output>.self).signal
  }
}

extension ObservedProperty where Value: Sendable {
  /// The current value to each subscriber, then one value for each set (C12, K2). It finishes when the object goes.
  ///
  /// The property is observed where this is read; the signal may be used anywhere. Only the main queue can be told from
  /// anywhere else: on another actor use ``Signals/SignalConvertible/keyValueObserving(_:_:isolation:file:line:)``, which takes the actor from the code
  /// that calls it.
  @inlinable
  public var signal: Signal<Value> {
    guard let cell else { return .empty() }
    return PathFeed.signal(of: cell, \.alone, home: .here, info: .unplaced(.source, "Observed"))
  }
}
