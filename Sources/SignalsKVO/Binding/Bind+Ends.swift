/// Binds two ends that live where this is called.
///
/// All else is as for two key paths.
@inlinable
@inline(__always)
public func bind<Value>(
  _ first: some LocalBindable<Value>, to second: some LocalBindable<Value>, initially start: BindingStart = .fromSecond,
  conflicts policy: ConflictPolicy<Value, Value> = .lastWriter, isolation: isolated (any Actor)? = #isolation
) -> TwoWayBinding {
  TwoWayBinding(
    together: first._end(on: isolation).terminal, second._end(on: isolation).terminal, start, policy, on: isolation)
}

/// Binds two ends that live where this is called, where the two hold different forms of the same: see ``Converter``.
///
/// All else is as for two key paths.
@inlinable
@inline(__always)
public func bind<FirstValue, SecondValue>(
  _ first: some LocalBindable<FirstValue>, to second: some LocalBindable<SecondValue>,
  initially start: BindingStart = .fromSecond, conflicts policy: ConflictPolicy<FirstValue, SecondValue> = .lastWriter,
  converting converter: some Converting<FirstValue, SecondValue>, isolation: isolated (any Actor)? = #isolation
) -> TwoWayBinding {
  TwoWayBinding(
    together: first._end(on: isolation).terminal, second._end(on: isolation).terminal, start, policy,
    converter._conversion, on: isolation)
}

/// Binds two ends that any thread may set, or that live on queues (B5).
///
/// A change that one thread makes while another is at it may be carried a moment later, on another one.
///
/// All else is as for two key paths.
@inlinable
@inline(__always)
public func bind<Value>(
  _ first: some SharedBindable<Value>, to second: some SharedBindable<Value>,
  initially start: BindingStart = .fromSecond, conflicts policy: ConflictPolicy<Value, Value> = .lastWriter
) -> TwoWayBinding {
  TwoWayBinding(apart: first._end.terminal, second._end.terminal, start, policy)
}

/// Binds two ends that any thread may set, or that live on queues (B5), where the two hold different forms of the same:
/// see ``Converter``.
///
/// A change that one thread makes while another is at it may be carried a moment later, on another one.
///
/// All else is as for two key paths.
@inlinable
@inline(__always)
public func bind<FirstValue, SecondValue>(
  _ first: some SharedBindable<FirstValue>, to second: some SharedBindable<SecondValue>,
  initially start: BindingStart = .fromSecond, conflicts policy: ConflictPolicy<FirstValue, SecondValue> = .lastWriter,
  converting converter: Converter<FirstValue, SecondValue>
) -> TwoWayBinding {
  TwoWayBinding(apart: first._end.terminal, second._end.terminal, start, policy, converter._conversion)
}

/// Binds an end that lives on the actor that calls this to one that may live anywhere (B5).
///
/// All else is as for two key paths.
@inlinable
@inline(__always)
public func bind<Value>(
  _ first: some LocalBindable<Value>, to second: some SharedBindable<Value>,
  initially start: BindingStart = .fromSecond, conflicts policy: ConflictPolicy<Value, Value> = .lastWriter,
  isolation: isolated any Actor = #isolation
) -> TwoWayBinding {
  TwoWayBinding(halfHere: first._end(on: isolation).terminal, second._end.terminal, start, policy, on: isolation)
}

/// Binds an end that lives on the actor that calls this to one that may live anywhere (B5), where the two hold
/// different forms of the same: see ``Converter``.
///
/// All else is as for two key paths.
@inlinable
@inline(__always)
public func bind<FirstValue, SecondValue>(
  _ first: some LocalBindable<FirstValue>, to second: some SharedBindable<SecondValue>,
  initially start: BindingStart = .fromSecond, conflicts policy: ConflictPolicy<FirstValue, SecondValue> = .lastWriter,
  converting converter: some Converting<FirstValue, SecondValue>, isolation: isolated any Actor = #isolation
) -> TwoWayBinding {
  TwoWayBinding(
    halfHere: first._end(on: isolation).terminal, second._end.terminal, start, policy, converter._conversion,
    on: isolation)
}

/// Binds an end that may live anywhere to one that lives on the actor that calls this (B5).
///
/// All else is as for two key paths.
@inlinable
@inline(__always)
public func bind<Value>(
  _ first: some SharedBindable<Value>, to second: some LocalBindable<Value>,
  initially start: BindingStart = .fromSecond, conflicts policy: ConflictPolicy<Value, Value> = .lastWriter,
  isolation: isolated any Actor = #isolation
) -> TwoWayBinding {
  TwoWayBinding(halfHere: first._end.terminal, second._end(on: isolation).terminal, start, policy, on: isolation)
}

/// Binds an end that may live anywhere to one that lives on the actor that calls this (B5), where the two hold different
/// forms of the same: see ``Converter``.
///
/// All else is as for two key paths.
@inlinable
@inline(__always)
public func bind<FirstValue, SecondValue>(
  _ first: some SharedBindable<FirstValue>, to second: some LocalBindable<SecondValue>,
  initially start: BindingStart = .fromSecond, conflicts policy: ConflictPolicy<FirstValue, SecondValue> = .lastWriter,
  converting converter: some Converting<FirstValue, SecondValue>, isolation: isolated any Actor = #isolation
) -> TwoWayBinding {
  TwoWayBinding(
    halfHere: first._end.terminal, second._end(on: isolation).terminal, start, policy, converter._conversion,
    on: isolation)
}

/// Binds two properties that any thread may set.
///
/// ```swift
/// let binding = bind(mine, to: theirs)
/// ```
///
/// All else is as for two key paths.
@inlinable
@inline(__always)
public func bind<Value>(
  _ first: Property<Value>, to second: Property<Value>, initially start: BindingStart = .fromSecond,
  conflicts policy: ConflictPolicy<Value, Value> = .lastWriter
) -> TwoWayBinding {
  TwoWayBinding(apart: PropertyTerminal(first), PropertyTerminal(second), start, policy)
}
