/// Binds a property of an object to one that is absent as long as something on the way to it is (B1).
///
/// ```swift
/// let binding = bind(viewModel, \.managerName, to: package, through: \.recipient.manager, \.firstName)
/// ```
///
/// As long as there is no manager the first end goes its own way. When there is one, its value counts. `way` leads from the
/// object to what may be missing, and the path behind it goes on from there.
@inlinable
@inline(__always)
public func bind<First: AnyObject, Second: AnyObject, Middle: AnyObject, Value>(
  _ first: First, _ firstPath: @escaping @autoclosure () -> ReferenceWritableKeyPath<First, Value>, to second: Second,
  through way: KeyPath<Second, Middle?>, _ secondPath: ReferenceWritableKeyPath<Middle, Value>,
  initially start: BindingStart = .fromSecond, conflicts policy: ConflictPolicy<Value, Value> = .lastWriter,
  isolation: isolated (any Actor)? = #isolation
) -> TwoWayBinding {
  TwoWayBinding(
    together: PathTerminal(first, firstPath(), home: Home(isolation), isResident: true),
    PathTerminal.through(second, way, secondPath, home: Home(isolation), isResident: true), start, policy, on: isolation
  )
}

/// Binds a property of an object to one that may be absent, with a converter.
///
/// All else is as for two key paths.
@inlinable
@inline(__always)
public func bind<First: AnyObject, Second: AnyObject, Middle: AnyObject, FirstValue, SecondValue>(
  _ first: First, _ firstPath: @escaping @autoclosure () -> ReferenceWritableKeyPath<First, FirstValue>,
  to second: Second,
  through way: KeyPath<Second, Middle?>, _ secondPath: ReferenceWritableKeyPath<Middle, SecondValue>,
  initially start: BindingStart = .fromSecond, conflicts policy: ConflictPolicy<FirstValue, SecondValue> = .lastWriter,
  converting converter: some Converting<FirstValue, SecondValue>, isolation: isolated (any Actor)? = #isolation
) -> TwoWayBinding {
  TwoWayBinding(
    together: PathTerminal(first, firstPath(), home: Home(isolation), isResident: true),
    PathTerminal.through(second, way, secondPath, home: Home(isolation), isResident: true), start, policy,
    converter._conversion, on: isolation)
}

/// Binds an end that lives here to one that may be absent.
///
/// All else is as for two key paths.
@inlinable
@inline(__always)
public func bind<Second: AnyObject, Middle: AnyObject, Value>(
  _ first: some LocalBindable<Value>, to second: Second, through way: KeyPath<Second, Middle?>,
  _ secondPath: ReferenceWritableKeyPath<Middle, Value>, initially start: BindingStart = .fromSecond,
  conflicts policy: ConflictPolicy<Value, Value> = .lastWriter, isolation: isolated (any Actor)? = #isolation
) -> TwoWayBinding {
  TwoWayBinding(
    together: first._end(on: isolation).terminal,
    PathTerminal.through(second, way, secondPath, home: Home(isolation), isResident: true), start, policy, on: isolation
  )
}

/// Binds an end that lives here to one that may be absent, with a converter.
///
/// All else is as for two key paths.
@inlinable
@inline(__always)
public func bind<Second: AnyObject, Middle: AnyObject, FirstValue, SecondValue>(
  _ first: some LocalBindable<FirstValue>, to second: Second, through way: KeyPath<Second, Middle?>,
  _ secondPath: ReferenceWritableKeyPath<Middle, SecondValue>, initially start: BindingStart = .fromSecond,
  conflicts policy: ConflictPolicy<FirstValue, SecondValue> = .lastWriter,
  converting converter: some Converting<FirstValue, SecondValue>, isolation: isolated (any Actor)? = #isolation
) -> TwoWayBinding {
  TwoWayBinding(
    together: first._end(on: isolation).terminal,
    PathTerminal.through(second, way, secondPath, home: Home(isolation), isResident: true), start, policy,
    converter._conversion, on: isolation)
}

/// Binds an end that may live anywhere (B5) to one that may be absent.
///
/// All else is as for two key paths.
@inlinable
@inline(__always)
public func bind<Second: AnyObject, Middle: AnyObject, Value>(
  _ first: some SharedBindable<Value>, to second: Second, through way: KeyPath<Second, Middle?>,
  _ secondPath: ReferenceWritableKeyPath<Middle, Value>, initially start: BindingStart = .fromSecond,
  conflicts policy: ConflictPolicy<Value, Value> = .lastWriter, isolation: isolated any Actor = #isolation
) -> TwoWayBinding {
  TwoWayBinding(
    halfHere: first._end.terminal,
    PathTerminal.through(second, way, secondPath, home: Home(isolation), isResident: true), start, policy, on: isolation
  )
}

/// Binds an end that may live anywhere (B5) to one that may be absent, with a converter.
///
/// All else is as for two key paths.
@inlinable
@inline(__always)
public func bind<Second: AnyObject, Middle: AnyObject, FirstValue, SecondValue>(
  _ first: some SharedBindable<FirstValue>, to second: Second, through way: KeyPath<Second, Middle?>,
  _ secondPath: ReferenceWritableKeyPath<Middle, SecondValue>, initially start: BindingStart = .fromSecond,
  conflicts policy: ConflictPolicy<FirstValue, SecondValue> = .lastWriter,
  converting converter: some Converting<FirstValue, SecondValue>, isolation: isolated any Actor = #isolation
) -> TwoWayBinding {
  TwoWayBinding(
    halfHere: first._end.terminal,
    PathTerminal.through(second, way, secondPath, home: Home(isolation), isResident: true), start, policy,
    converter._conversion, on: isolation)
}
