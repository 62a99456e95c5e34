public import Signals

/// Copies a property of an object to a property of another object, now and after each change: one way only.
///
/// ```swift
/// let observer = bind(viewModel, \.title, from: package, \.recipient.fullName) { "To \($0)" }
/// ```
///
/// Both objects live in the isolation in which this is called, and neither is kept alive. A set of the first property lasts
/// until the source changes. In a transaction a path that reads several properties is read once,
/// at the end. Bindings that lead back to where a change came from, such as a second one in the opposite direction, come to
/// rest: a change reaches each property once, and two properties that never settle are left after a limited number of rounds
/// (B2). For a signal, and for objects that live elsewhere, see `Signal.assign(to:on:)`.
///
/// - Parameters:
///   - object: the object that is set.
///   - path: the path from it to the property that is set.
///   - source: the object that is observed.
///   - sourcePath: the way from it to the value: any key path.
///   - isolation: the actor on which the objects live: that of the code that calls this.
///   - transform: makes the target's value of the source's.
/// - Returns: the observer, which ends when it is released.
@inlinable
public func bind<Object: AnyObject, Source: AnyObject, Value, SourceValue>(
  _ object: Object, _ path: ReferenceWritableKeyPath<Object, Value>,
  from source: Source, _ sourcePath: KeyPath<Source, SourceValue>,
  isolation: isolated (any Actor)? = #isolation, transform: @escaping (SourceValue) -> Value
) -> KeyValueObserver {
  let options: KeyValueObservingOptions = [.initial, .new]
  let carrier = OneWayCarrier()
  let values = PathValues(source, sourcePath, options: options) { [weak object] change, turn in
    guard let object, let value = change.new else { return }
    TurnContext.withTurn(turn) {
      carrier.carry(change.stamp, readingTarget: { _ = object[keyPath: path] }) {
        object[keyPath: path] = transform(value)
      }
    }
  }
  return KeyValueObserver(
    beginning: PathObservation(
      source, sourcePath, options: options, context: ExecutionContext(isolation), tracker: ChangeTracker(),
      operate: values.operate))
}

/// Copies a property of an object to a property of the same type, now and after each change: one way only.
///
/// ```swift
/// let observer = bind(viewModel, \.title, from: package, \.recipient.fullName)
/// ```
@inlinable
public func bind<Object: AnyObject, Source: AnyObject, Value>(
  _ object: Object, _ path: ReferenceWritableKeyPath<Object, Value>,
  from source: Source, _ sourcePath: KeyPath<Source, Value>, isolation: isolated (any Actor)? = #isolation
) -> KeyValueObserver {
  bind(object, path, from: source, sourcePath, isolation: isolation, transform: { $0 })
}

extension ObservedProperty {
  /// Copies the property to a property of an object, now and after each change: one way only.
  ///
  /// ```swift
  /// let observer = model.$state.assign(to: \.text, on: label) { "\($0)" }
  /// ```
  ///
  /// Everything else is as for ``bind(_:_:from:_:isolation:transform:)``.
  @inlinable
  public func assign<Object: AnyObject, Target>(
    to path: ReferenceWritableKeyPath<Object, Target>, on object: Object,
    isolation: isolated (any Actor)? = #isolation, transform: @escaping (Value) -> Target
  ) -> KeyValueObserver {
    guard let cell else { return KeyValueObserver() }
    return bind(object, path, from: cell, \.alone, isolation: isolation, transform: transform)
  }

  /// Copies the property to a property of an object that has the same type, now and after each change: one way only.
  ///
  /// ```swift
  /// let observer = person.$firstName.assign(to: \.text, on: label)
  /// ```
  @inlinable
  public func assign<Object: AnyObject>(
    to path: ReferenceWritableKeyPath<Object, Value>, on object: Object, isolation: isolated (any Actor)? = #isolation
  ) -> KeyValueObserver { assign(to: path, on: object, isolation: isolation, transform: { $0 }) }
}

/// Decides which changes of its source a one-way binding carries on, and under which stamp.
// It belongs to where the objects live, as the observation does.
@usableFromInline
final class OneWayCarrier {
  /// The last change of the source.
  private var heard = Stamp.none

  @usableFromInline
  init() {}

  /// Runs `write`, unless the target has been set in the course of the same change.
  ///
  /// - Parameters:
  ///   - stamp: that of the change, or none for the first value.
  ///   - readTarget: reads what `write` sets.
  @usableFromInline
  func carry(_ stamp: Stamp, readingTarget readTarget: () -> Void, _ write: () -> Void) {
    if stamp.isNone { return write() }
    // Several properties that the source is computed from may be set in the course of one change. Each of these sets is
    // carried on, as an answer to the one before.
    let carried = stamp == heard ? Stamp.new(after: stamp.carried) : stamp
    heard = stamp
    if carried.isSpent { return }
    if carried.isCarried, hasMet(carried, readTarget) { return }
    Origin.writeOneWay(carried, write)
  }

  private func hasMet(_ stamp: Stamp, _ readTarget: () -> Void) -> Bool {
    let log = AccessLog()
    AccessTracking.run(for: log, readTarget)
    return log.readings.contains { ($0.subject as? WatchedProperty)?.newestStamp == stamp }
  }
}
