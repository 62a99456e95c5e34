/// Makes a weak property of a class observable. (The language allows no wrapper on a property that is declared `weak`.)
///
/// ```swift
/// final class Person {
///   @WeakObserved var manager: Person?
/// }
/// ```
///
/// It is ``Observed`` in everything but this: the object is not kept alive, and its death is a change like a set to nil
/// (K5). Observers hear of it at once where the object has an observed property or adopts ``KeyValueObservable``, else when
/// the property is next read or set. An observation of an actor hears of it there: inline on the main queue for the main
/// actor, else by a hop.
///
/// The object has to live where this one does, if the property is observed. The compiler doesn't see to that: don't observe,
/// off every actor, a weak property that refers to an object of the main actor.
@propertyWrapper
public struct WeakObserved<Object: AnyObject> {
  @usableFromInline let cell: WeakCell<Object>

  /// For the compiler, which calls this with the first value of the property.
  @inlinable
  public init(wrappedValue: Object?) { cell = WeakCell(wrappedValue) }

  @available(*, unavailable, message: "Only a property of a class can be observed: make the type a class.")
  public var wrappedValue: Object? {
    get { preconditionFailure("Only a property of a class can be observed.") }
    // swift-format-ignore: UnusedSetterValue
    set { preconditionFailure("Only a property of a class can be observed.") }
  }

  @available(*, unavailable, message: "Only a property of a class can be observed: make the type a class.")
  public var projectedValue: ObservedProperty<Object?> {
    preconditionFailure("Only a property of a class can be observed.")
  }

  // Transparent, as for `Observed`.
  public static subscript<Owner: AnyObject>(
    _enclosingInstance owner: Owner,
    wrapped path: @autoclosure () -> ReferenceWritableKeyPath<Owner, Object?>,
    storage storage: ReferenceWritableKeyPath<Owner, WeakObserved>
  ) -> Object? {
    @_transparent
    get {
      let cell = owner[keyPath: storage].cell
      return cell.flags.rawValue != 0 || cell.state.recordings.pointee.underWay.relaxed != 0
        ? cell.read(of: owner, path()) : cell.object
    }
    @_transparent
    set {
      let cell = owner[keyPath: storage].cell
      cell.set(newValue, of: owner)
    }
  }

  /// The property itself, for reading: its signal, if its objects are `Sendable`.
  public static subscript<Owner: AnyObject>(
    _enclosingInstance owner: Owner,
    projected path: @autoclosure () -> KeyPath<Owner, ObservedProperty<Object?>>,
    storage storage: ReferenceWritableKeyPath<Owner, WeakObserved>
  ) -> ObservedProperty<Object?> {
    @_transparent
    get { ObservedProperty(owner[keyPath: storage].cell, of: owner) }
  }
}

extension WeakObserved: WatchedPropertyKeeper {
  var watchedProperty: WatchedProperty { cell }
}
