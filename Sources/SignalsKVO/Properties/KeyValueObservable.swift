import Observation

/// A class that reports its changes itself, because it cannot use ``Observed`` (K7).
///
/// ```swift
/// final class Event: KeyValueObservable {
///   let observationStore = ObservationStore<Event>()
///   var title = "" { didSet { didChangeValue(for: \.title) } }
/// }
/// event.addObserver(label, keyPath: \.title, options: [.initial]) { label, title in label.text = title }
/// ```
///
/// Calling ``didChangeValue(for:)`` is enough for the property to be observed from its own object. If the getter calls
/// ``access(_:)``, too, everything that is true for an observed property is true for this one: it can be a step of a path,
/// computed properties and computations that read it are followed, and a path that names it by a subclass is the same. Calling
/// ``willChangeValue(for:)`` before the store tells the old value where that can't be kept, and prior observers. It is needed
/// where the property holds an object that others observe paths through: if that died in the middle of the store, they would
/// read the property then.
///
/// A class of the main actor adopts it there: `final class Sheet: @MainActor KeyValueObservable`.
///
/// ```swift
/// var title: String {
///   get { access(\.title); return storedTitle }
///   set { willChangeValue(for: \.title); storedTitle = newValue; didChangeValue(for: \.title) }
/// }
/// ```
public protocol KeyValueObservable: AnyObject {
  /// The class itself.
  associatedtype Subject: AnyObject = Self

  /// The observers. A stored property, made with the object.
  var observationStore: ObservationStore<Subject> { get }
}

extension KeyValueObservable {
  /// To be called before the property changes. A call of ``didChangeValue(for:)`` has to follow.
  @inlinable
  public func willChangeValue<Value>(for keyPath: KeyPath<Subject, Value>) {
    observationStore.willChange(keyPath, of: self) { subject[keyPath: keyPath] }
  }

  /// To be called when the property has changed: one change for each call (K2).
  @inlinable
  public func didChangeValue<Value>(for keyPath: KeyPath<Subject, Value>) {
    observationStore.didChange(keyPath, of: self)
  }

  /// To be called when the property is read, so that computed properties that read it can be followed.
  @inlinable
  public func access<Value>(_ keyPath: KeyPath<Subject, Value>) {
    guard observationStore.notesReads(of: self) else { return }
    observationStore.noteRead(keyPath, of: self) {
      Access.Held(subject[keyPath: keyPath], kind: ValueKind(Value.self))
    }
  }

  /// Ends everything that `observer` was added for.
  public func removeObservers(for observer: AnyObject) { observationStore.cancelTokens(for: observer) }

  /// Ends everything that any observer was added for. A ``KeyValueObserver``, a signal and a binding stay, since they belong to
  /// those who keep them.
  ///
  /// ```swift
  /// event.removeAllObservers()
  /// ```
  public func removeAllObservers() { observationStore.cancelAllTokens() }

  /// The number of present observers of this object: those that ``addObserver(_:keyPath:options:isolation:handler:)`` has added,
  /// and observations of paths that lead through a property that the object reports, each of them once: observers, signals and
  /// bindings.
  ///
  /// ```swift
  /// print(event.observerCount)   // 0
  /// ```
  ///
  /// Values that are computed from the properties don't count, and neither does ``observe(isolation:_:file:line:)``.
  public var observerCount: Int { observationStore.observerCount }

  @inlinable var subject: Subject {
    guard let subject = self as? Subject else {
      preconditionFailure("The Subject of a KeyValueObservable class has to be that class.")
    }
    return subject
  }

  var propertyStandingForLife: WatchedProperty { observationStore.life }

  /// The property that `keyPath` names, if it may be one of this class.
  func handmadeProperty(_ keyPath: AnyKeyPath) -> WatchedProperty? { observationStore.property(keyPath) }
}
