/// Sets a property of an object to what another one has, now and whenever that changes: one way only.
///
/// ```swift
/// let observer = bind(viewModel, \.title, from: package, \.recipient.fullName) { "To \($0)" }
/// ```
///
/// Both objects live in the isolation in which this is called, and neither is kept alive. A set of the first property is
/// nobody's business: it lasts until the other changes. In a transaction a path that reads several properties is read once,
/// at the end. For a signal, and for objects that live elsewhere, see `Signal.assign(to:on:)`.
///
/// - Parameters:
///   - object: the object that is set.
///   - path: the way from it to what is set.
///   - source: the object that is observed.
///   - sourcePath: the way from it to the value: any key path.
///   - isolation: the actor on which the objects live: that of the code that calls this.
///   - transform: makes of the value what is set.
/// - Returns: what keeps it. Releasing it ends it.
@inlinable
public func bind<Object: AnyObject, Source: AnyObject, Value, SourceValue>(
  _ object: Object, _ path: ReferenceWritableKeyPath<Object, Value>,
  from source: Source, _ sourcePath: KeyPath<Source, SourceValue>,
  isolation: isolated (any Actor)? = #isolation, transform: @escaping (SourceValue) -> Value
) -> KeyValueObserver {
  let options: KeyValueObservingOptions = [.initial, .new]
  let values = PathValues(source, sourcePath, options: options) { [weak object] change, _ in
    if let object, let value = change.new { object[keyPath: path] = transform(value) }
  }
  return KeyValueObserver(
    beginning: PathObservation(
      source, sourcePath, options: options, home: Home(isolation), perform: values.perform))
}

/// Sets a property of an object to what another one has, now and whenever that changes: one way only, as it is.
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

/// Sets a property of an object to what an observed property has, now and whenever that changes: one way only.
///
/// ```swift
/// let observer = bind(label, \.text, from: model.$state) { "\($0)" }
/// ```
///
/// All else is as for two objects.
///
/// - Parameters:
///   - object: the object that is set.
///   - path: the way from it to what is set.
///   - source: the observed property, whose object lives where this is called.
///   - isolation: the actor on which the objects live: that of the code that calls this.
///   - transform: makes of the value what is set.
/// - Returns: what keeps it. Releasing it ends it.
@inlinable
public func bind<Object: AnyObject, Value, SourceValue>(
  _ object: Object, _ path: ReferenceWritableKeyPath<Object, Value>, from source: ObservedProperty<SourceValue>,
  isolation: isolated (any Actor)? = #isolation, transform: @escaping (SourceValue) -> Value
) -> KeyValueObserver {
  guard let cell = source.cell else { return KeyValueObserver() }
  return bind(object, path, from: cell, \.alone, isolation: isolation, transform: transform)
}

/// Sets a property of an object to what an observed property has, now and whenever that changes: one way only, as it is.
///
/// ```swift
/// let observer = bind(label, \.text, from: person.$firstName)
/// ```
@inlinable
public func bind<Object: AnyObject, Value>(
  _ object: Object, _ path: ReferenceWritableKeyPath<Object, Value>, from source: ObservedProperty<Value>,
  isolation: isolated (any Actor)? = #isolation
) -> KeyValueObserver {
  bind(object, path, from: source, isolation: isolation, transform: { $0 })
}
