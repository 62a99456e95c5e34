/// Binds a property of an object to another end that lives here.
///
/// All else is as for two key paths.
@inlinable
@inline(__always)
public func bind<First: AnyObject, Value>(
  _ first: First, _ firstPath: @escaping @autoclosure () -> ReferenceWritableKeyPath<First, Value>,
  to second: some LocalBindable<Value>,
  initially start: BindingStart = .fromSecond, conflicts policy: ConflictPolicy<Value, Value> = .lastWriter,
  isolation: isolated (any Actor)? = #isolation
) -> TwoWayBinding {
  TwoWayBinding(
    together: PathTerminal(first, firstPath(), home: Home(isolation), isResident: true),
    second._end(on: isolation).terminal, start, policy, on: isolation)
}

/// Binds a property of an object to another end that lives here, with a converter.
///
/// All else is as for two key paths.
@inlinable
@inline(__always)
public func bind<First: AnyObject, FirstValue, SecondValue>(
  _ first: First, _ firstPath: @escaping @autoclosure () -> ReferenceWritableKeyPath<First, FirstValue>,
  to second: some LocalBindable<SecondValue>,
  initially start: BindingStart = .fromSecond, conflicts policy: ConflictPolicy<FirstValue, SecondValue> = .lastWriter,
  converting converter: some Converting<FirstValue, SecondValue>, isolation: isolated (any Actor)? = #isolation
) -> TwoWayBinding {
  TwoWayBinding(
    together: PathTerminal(first, firstPath(), home: Home(isolation), isResident: true),
    second._end(on: isolation).terminal, start, policy, converter._conversion, on: isolation)
}

/// Binds a property of an object to an end that may live anywhere (B5).
///
/// All else is as for two key paths.
@inlinable
@inline(__always)
public func bind<First: AnyObject, Value>(
  _ first: First, _ firstPath: @escaping @autoclosure () -> ReferenceWritableKeyPath<First, Value>,
  to second: some SharedBindable<Value>,
  initially start: BindingStart = .fromSecond, conflicts policy: ConflictPolicy<Value, Value> = .lastWriter,
  isolation: isolated any Actor = #isolation
) -> TwoWayBinding {
  TwoWayBinding(
    halfHere: PathTerminal(first, firstPath(), home: Home(isolation), isResident: true), second._end.terminal, start,
    policy, on: isolation)
}

/// Binds a property of an object to an end that may live anywhere (B5), with a converter.
///
/// All else is as for two key paths.
@inlinable
@inline(__always)
public func bind<First: AnyObject, FirstValue, SecondValue>(
  _ first: First, _ firstPath: @escaping @autoclosure () -> ReferenceWritableKeyPath<First, FirstValue>,
  to second: some SharedBindable<SecondValue>,
  initially start: BindingStart = .fromSecond, conflicts policy: ConflictPolicy<FirstValue, SecondValue> = .lastWriter,
  converting converter: some Converting<FirstValue, SecondValue>, isolation: isolated any Actor = #isolation
) -> TwoWayBinding {
  TwoWayBinding(
    halfHere: PathTerminal(first, firstPath(), home: Home(isolation), isResident: true), second._end.terminal, start,
    policy, converter._conversion, on: isolation)
}

/// Binds an end that lives here to a property of an object.
///
/// All else is as for two key paths.
@inlinable
@inline(__always)
public func bind<Second: AnyObject, Value>(
  _ first: some LocalBindable<Value>, to second: Second,
  _ secondPath: @escaping @autoclosure () -> ReferenceWritableKeyPath<Second, Value>,
  initially start: BindingStart = .fromSecond, conflicts policy: ConflictPolicy<Value, Value> = .lastWriter,
  isolation: isolated (any Actor)? = #isolation
) -> TwoWayBinding {
  TwoWayBinding(
    together: first._end(on: isolation).terminal,
    PathTerminal(second, secondPath(), home: Home(isolation), isResident: true), start, policy, on: isolation)
}

/// Binds an end that lives here to a property of an object, with a converter.
///
/// All else is as for two key paths.
@inlinable
@inline(__always)
public func bind<Second: AnyObject, FirstValue, SecondValue>(
  _ first: some LocalBindable<FirstValue>, to second: Second,
  _ secondPath: @escaping @autoclosure () -> ReferenceWritableKeyPath<Second, SecondValue>,
  initially start: BindingStart = .fromSecond,
  conflicts policy: ConflictPolicy<FirstValue, SecondValue> = .lastWriter,
  converting converter: some Converting<FirstValue, SecondValue>, isolation: isolated (any Actor)? = #isolation
) -> TwoWayBinding {
  TwoWayBinding(
    together: first._end(on: isolation).terminal,
    PathTerminal(second, secondPath(), home: Home(isolation), isResident: true), start, policy, converter._conversion,
    on: isolation)
}

/// Binds an end that may live anywhere (B5) to a property of an object.
///
/// All else is as for two key paths.
@inlinable
@inline(__always)
public func bind<Second: AnyObject, Value>(
  _ first: some SharedBindable<Value>, to second: Second,
  _ secondPath: @escaping @autoclosure () -> ReferenceWritableKeyPath<Second, Value>,
  initially start: BindingStart = .fromSecond, conflicts policy: ConflictPolicy<Value, Value> = .lastWriter,
  isolation: isolated any Actor = #isolation
) -> TwoWayBinding {
  TwoWayBinding(
    halfHere: first._end.terminal, PathTerminal(second, secondPath(), home: Home(isolation), isResident: true), start,
    policy, on: isolation)
}

/// Binds an end that may live anywhere (B5) to a property of an object, with a converter.
///
/// All else is as for two key paths.
@inlinable
@inline(__always)
public func bind<Second: AnyObject, FirstValue, SecondValue>(
  _ first: some SharedBindable<FirstValue>, to second: Second,
  _ secondPath: @escaping @autoclosure () -> ReferenceWritableKeyPath<Second, SecondValue>,
  initially start: BindingStart = .fromSecond,
  conflicts policy: ConflictPolicy<FirstValue, SecondValue> = .lastWriter,
  converting converter: some Converting<FirstValue, SecondValue>, isolation: isolated any Actor = #isolation
) -> TwoWayBinding {
  TwoWayBinding(
    halfHere: first._end.terminal, PathTerminal(second, secondPath(), home: Home(isolation), isResident: true), start,
    policy, converter._conversion, on: isolation)
}
