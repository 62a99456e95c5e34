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
/// computed properties that read it are followed, and a path that names it by a subclass is the same. Calling
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

  /// Who observes. A stored property, made with the object.
  var observationStore: ObservationStore<Subject> { get }
}

extension KeyValueObservable {
  /// To be called before the property changes. What follows has to be ``didChangeValue(for:)``.
  public func willChangeValue<Value>(for keyPath: KeyPath<Subject, Value>) {
    observationStore.property(ifObserved: keyPath)?.willChange(in: self, from: subject[keyPath: keyPath])
  }

  /// To be called when the property has changed: one change for each call (K2).
  public func didChangeValue<Value>(for keyPath: KeyPath<Subject, Value>) {
    observationStore.property(ifObserved: keyPath)?.didChange(in: self)
  }

  /// To be called when the property is read, so that whatever is computed from it can be followed.
  public func access<Value>(_ keyPath: KeyPath<Subject, Value>) {
    let isTracked = self is any Observable
    guard Recording.isUnderWay || isTracked else { return }
    let property = observationStore.property(keyPath)
    guard let listener = Recording.current else {
      if isTracked { property.trackRead() }
      return
    }
    // The getter that is running calls this again, but nobody listens then.
    let value = Recording.pause { subject[keyPath: keyPath] }
    listener.note(
      Reading(
        subject: property, owner: ObjectIdentifier(self), held: Reading.Held(value, kind: ValueKind(Value.self)),
        path: keyPath, object: listener.wantsObjects ? heldObject(in: value) : nil))
  }

  /// Calls `handler` with the observer and the value whenever the property has changed.
  ///
  /// Neither keeps the other alive: it ends when either is gone, or when the token is cancelled, and lasts without the
  /// token being kept. What is observed need not be a property of this object; any path from it will do.
  ///
  /// - Parameters:
  ///   - observer: is handed to the handler, and not kept alive.
  ///   - keyPath: the way from this object to the value.
  ///   - options: `.initial` calls the handler at once, too, and `.prior` before each change, with the value as it is
  ///     then. The handler gets a value and no more, so `.old` and `.new` add nothing: for both values and the reason use
  ///     a ``KeyValueObserver``.
  ///   - isolation: the actor on which the objects live: that of the code that calls this.
  ///   - handler: is kept for as long as both objects live, unless the token is cancelled.
  @discardableResult
  public func addObserver<Observer: AnyObject, Value>(
    _ observer: Observer, keyPath: KeyPath<Subject, Value>, options: KeyValueObservingOptions = [],
    isolation: isolated (any Actor)? = #isolation, handler: @escaping (Observer, Value) -> Void
  ) -> ObservationToken {
    let token = ObservationToken(observer)
    let options = options.contains(.prior) ? options.union([.new, .old]) : options.union(.new)
    let values = PathValues(subject, keyPath, options: options) { [weak observer, weak token] change, _ in
      guard let observer else { token?.cancel(); return }
      if let value = change.isPrior ? change.old : change.new { handler(observer, value) }
    }
    let observation = PathObservation(
      subject, keyPath, options: options, home: Home(isolation), perform: values.perform)
    token.observation = observation
    observationStore.keep(token)
    observation.begin()
    return token
  }

  /// Ends everything that `observer` was added for.
  public func removeObservers(for observer: AnyObject) { observationStore.cancelTokens(for: observer) }

  private var subject: Subject {
    guard let subject = self as? Subject else {
      preconditionFailure("The Subject of a KeyValueObservable class has to be that class.")
    }
    return subject
  }

  var propertyStandingForLife: WatchedProperty { observationStore.life }

  /// The property that `keyPath` names, if it may be one of this class.
  func handmadeProperty(_ keyPath: AnyKeyPath) -> WatchedProperty? { observationStore.property(keyPath) }
}
