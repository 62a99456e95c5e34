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
/// rest: a change reaches each property once, and two properties that never settle keep the values that they have after a
/// limited number of rounds. The binding that stops there reports it: see ``OneWayBinding/unsettled`` (B2). For a signal, and
/// for objects that live elsewhere, see `Signal.assign(to:on:)`.
///
/// A path with an optional step gives nil while an object on it is missing, and the closure replaces it:
///
/// ```swift
/// let observer = bind(label, \.text, from: list, \.selected?.name) { $0 ?? "Nothing is selected" }
/// ```
///
/// - Parameters:
///   - object: the object that is set.
///   - path: the path from it to the property that is set.
///   - source: the object that is observed.
///   - sourcePath: the way from it to the value: any key path.
///   - isolation: the actor on which the objects live: that of the code that calls this.
///   - transform: makes the target's value of the source's.
///   - file: the file in which the binding is made, for its reports.
///   - line: the line in which the binding is made.
/// - Returns: the binding, which ends when it is released.
@inlinable
public func bind<Object: AnyObject, Source: AnyObject, Value, SourceValue>(
  _ object: Object, _ path: ReferenceWritableKeyPath<Object, Value>,
  from source: Source, _ sourcePath: KeyPath<Source, SourceValue>,
  isolation: isolated (any Actor)? = #isolation, transform: @escaping (SourceValue) -> Value,
  file: StaticString = #fileID, line: UInt = #line
) -> OneWayBinding {
  let options: KeyValueObservingOptions = [.initial, .new]
  let carrier = OneWayCarrier(to: object, file: file, line: line)
  let values = PathValues(
    source, sourcePath, options: options,
    outlet: BorrowedFunction { [weak object, weak source] change, turn in
      if change.reason == .sourceDeleted { carrier.end() }
      guard let object else { return carrier.endWithTarget() }
      guard let value = change.new else { return }
      TurnContext.withTurn(turn) {
        carrier.carry(change.stamp) {
          object[keyPath: path] = transform(value)
        } readingTarget: {
          _ = object[keyPath: path]
        } readingSource: {
          _ = source?[keyPath: sourcePath]
        } agreeing: {
          OneWayCarrier.agree(object[keyPath: path], transform(value))
        } texts: {
          ("\(object[keyPath: path])", "\(value)")
        }
      }
    })
  let binding = OneWayBinding(
    beginning: PathObservation(
      source, sourcePath, options: options, context: .ofCode(on: isolation), tracker: ChangeTracker(),
      operate: values.operate), carrier)
  binding.expectToBeKept(NodeInfo(.endpoint, "bind", file, line))
  return binding
}

/// Copies a property of an object to a property of the same type, now and after each change: one way only.
///
/// ```swift
/// let observer = bind(viewModel, \.title, from: package, \.recipient.fullName)
/// ```
@inlinable
public func bind<Object: AnyObject, Source: AnyObject, Value>(
  _ object: Object, _ path: ReferenceWritableKeyPath<Object, Value>,
  from source: Source, _ sourcePath: KeyPath<Source, Value>, isolation: isolated (any Actor)? = #isolation,
  file: StaticString = #fileID, line: UInt = #line
) -> OneWayBinding {
  bind(object, path, from: source, sourcePath, isolation: isolation, transform: { $0 }, file: file, line: line)
}

extension ObservedProperty {
  /// Copies the property to a property of an object, now and after each change: one way only.
  ///
  /// ```swift
  /// let observer = model.$state.assign(to: \.text, on: label) { "\($0)" }
  /// ```
  ///
  /// Everything else is as for ``bind(_:_:from:_:isolation:transform:file:line:)``.
  @inlinable
  public func assign<Object: AnyObject, Target>(
    to path: ReferenceWritableKeyPath<Object, Target>, on object: Object,
    isolation: isolated (any Actor)? = #isolation, transform: @escaping (Value) -> Target,
    file: StaticString = #fileID, line: UInt = #line
  ) -> OneWayBinding {
    guard let cell else { return OneWayBinding(file: file, line: line) }
    return SignalsKVO.bind(
      object, path, from: cell, \.alone, isolation: isolation, transform: transform, file: file, line: line)
  }

  /// Copies the property to a property of an object that has the same type, now and after each change: one way only.
  ///
  /// ```swift
  /// let observer = person.$firstName.assign(to: \.text, on: label)
  /// ```
  @inlinable
  public func assign<Object: AnyObject>(
    to path: ReferenceWritableKeyPath<Object, Value>, on object: Object,
    isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID, line: UInt = #line
  ) -> OneWayBinding {
    assign(to: path, on: object, isolation: isolation, transform: { $0 }, file: file, line: line)
  }
}
