/// Binds two properties of objects to each other, in both directions (B1).
///
/// ```swift
/// let binding = bind(viewModel, \.recipientFirstName, to: package, \.recipient.firstName)
/// ```
///
/// From then on both hold the same value: one set of one end is one set of the other, and no echo comes back (B2). A key path
/// is followed as by a ``KeyValueObserver``: when an object on the path is replaced, the binding goes on with the new object,
/// whose value counts. The result of a setter that changes its value (a clamp, a trim) is written back, once.
///
/// Both objects live in the isolation of the caller. The binding keeps neither of them alive; when one is released, the binding
/// ends and leaves the other object as it is (B6). Chains and rings of bindings settle.
///
/// - Parameters:
///   - first: the object with the first end.
///   - firstPath: the path from it to its value.
///   - second: the object with the second end.
///   - secondPath: the path from it to its value.
///   - start: the end that gives the first value; by default the end named by `to:` (B3).
///   - policy: the value that counts if both ends change at once.
///   - isolation: the actor on which the objects live: that of the calling code.
///   - file: the file in which the binding is made, for `SignalDiagnostics`.
///   - line: the line in which the binding is made.
/// - Returns: the binding, which ends when it is released.
@inlinable
@inline(__always)
public func bind<First: AnyObject, Second: AnyObject, Value>(
  _ first: First, _ firstPath: @escaping @autoclosure () -> ReferenceWritableKeyPath<First, Value>, to second: Second,
  _ secondPath: @escaping @autoclosure () -> ReferenceWritableKeyPath<Second, Value>,
  initially start: BindingStart = .fromSecond, conflicts policy: ConflictPolicy<Value, Value> = .lastWriter,
  isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID, line: UInt = #line
) -> TwoWayBinding {
  TwoWayBinding(
    BoundPath(first, firstPath(), home: .ofCode(on: isolation), isResident: true),
    BoundPath(second, secondPath(), home: .ofCode(on: isolation), isResident: true), start, policy,
    on: isolation, file, line
  ).expectedToBeKept(file, line)
}

/// Binds two properties of objects that hold different forms of the same value (B4).
///
/// ```swift
/// let binding = bind(viewModel, \.amount, to: package, \.weight, converting: Converter(
///   forward: { try Weight($0) }, backward: { $0.description }))
/// ```
///
/// Everything else is as without a converter.
@inlinable
@inline(__always)
public func bind<First: AnyObject, Second: AnyObject, FirstValue, SecondValue>(
  _ first: First, _ firstPath: @escaping @autoclosure () -> ReferenceWritableKeyPath<First, FirstValue>,
  to second: Second, _ secondPath: @escaping @autoclosure () -> ReferenceWritableKeyPath<Second, SecondValue>,
  initially start: BindingStart = .fromSecond,
  conflicts policy: ConflictPolicy<FirstValue, SecondValue> = .lastWriter,
  converting converter: some Converting<FirstValue, SecondValue>, isolation: isolated (any Actor)? = #isolation,
  file: StaticString = #fileID, line: UInt = #line
) -> TwoWayBinding {
  TwoWayBinding(
    BoundPath(first, firstPath(), home: .ofCode(on: isolation), isResident: true),
    BoundPath(second, secondPath(), home: .ofCode(on: isolation), isResident: true), start, policy,
    converter._local,
    on: isolation, file, line
  ).expectedToBeKept(file, line)
}

/// Binds a property of an object to any other end: a ``Property``, a part of one, a ``LocalEnd`` or a ``SharedEnd``.
///
/// ```swift
/// let binding = bind(field, \.text, to: settings.part(\.user.name))
/// let manager = bind(field, \.manager, to: LocalEnd(package, through: \.recipient.manager, \.firstName))
/// ```
///
/// An end that any thread may set is bound to an object on an actor only (B5). Everything else is as for two key paths.
///
/// The compiler passes `actor`: it refuses an end that any thread may set, in code that no actor runs. The name of the type in its
/// message says so.
@inlinable
@inline(__always)
public func bind<First: AnyObject, Second: Bindable>(
  _ first: First, _ firstPath: @escaping @autoclosure () -> ReferenceWritableKeyPath<First, Second.BoundValue>,
  to second: Second, initially start: BindingStart = .fromSecond,
  conflicts policy: ConflictPolicy<Second.BoundValue, Second.BoundValue> = .lastWriter,
  isolation: isolated (any Actor)? = #isolation, actor _: Second._IsBoundToAnObjectOnAnActorOnly = #isolation,
  file: StaticString = #fileID, line: UInt = #line
) -> TwoWayBinding {
  TwoWayBinding(
    BoundPath(first, firstPath(), home: .ofCode(on: isolation), isResident: true),
    second._end(on: isolation).boundEnd,
    start, policy, on: isolation, file, line
  ).expectedToBeKept(file, line)
}

/// Binds a property of an object to any other end that holds a different form of the same value (B4).
///
/// Everything else is as without a converter.
@inlinable
@inline(__always)
public func bind<First: AnyObject, FirstValue, Second: Bindable>(
  _ first: First, _ firstPath: @escaping @autoclosure () -> ReferenceWritableKeyPath<First, FirstValue>,
  to second: Second, initially start: BindingStart = .fromSecond,
  conflicts policy: ConflictPolicy<FirstValue, Second.BoundValue> = .lastWriter,
  converting converter: some Converting<FirstValue, Second.BoundValue>,
  isolation: isolated (any Actor)? = #isolation, actor _: Second._IsBoundToAnObjectOnAnActorOnly = #isolation,
  file: StaticString = #fileID, line: UInt = #line
) -> TwoWayBinding {
  TwoWayBinding(
    BoundPath(first, firstPath(), home: .ofCode(on: isolation), isResident: true),
    second._end(on: isolation).boundEnd,
    start, policy, converter._local, on: isolation, file, line
  ).expectedToBeKept(file, line)
}

/// Binds any two ends, such as two properties.
///
/// ```swift
/// let binding = bind(mine, to: theirs)
/// ```
///
/// Two ends that any thread may set are bound anywhere. A change that a thread makes while another thread is at work in the
/// binding may arrive a moment later, on another thread. An end that lives where the binding is made, such as a ``LocalEnd``,
/// is bound on an actor (B5); elsewhere, bind its object and key path. Everything else is as for two key paths.
///
/// The compiler passes `firstActor` and `secondActor`: they refuse an end that isn't `Sendable`, in code that no actor runs. The
/// name of the type in its message says so.
@inlinable
@inline(__always)
public func bind<First: Bindable, Second: Bindable>(
  _ first: First, to second: Second, initially start: BindingStart = .fromSecond,
  conflicts policy: ConflictPolicy<First.BoundValue, Second.BoundValue> = .lastWriter,
  isolation: isolated (any Actor)? = #isolation, firstActor _: First._IsBoundOnAnActorOnly = #isolation,
  secondActor _: Second._IsBoundOnAnActorOnly = #isolation,
  file: StaticString = #fileID, line: UInt = #line
) -> TwoWayBinding where First.BoundValue == Second.BoundValue {
  first._bind(to: second, start, policy, on: isolation, file, line).expectedToBeKept(file, line)
}

/// Binds any two ends that hold different forms of the same value (B4).
///
/// ```swift
/// let binding = bind(field, to: count, converting: digits)
/// ```
///
/// Everything else is as without a converter.
@inlinable
@inline(__always)
public func bind<First: Bindable, Second: Bindable>(
  _ first: First, to second: Second, initially start: BindingStart = .fromSecond,
  conflicts policy: ConflictPolicy<First.BoundValue, Second.BoundValue> = .lastWriter,
  converting converter: Converter<First.BoundValue, Second.BoundValue>,
  isolation: isolated (any Actor)? = #isolation, firstActor _: First._IsBoundOnAnActorOnly = #isolation,
  secondActor _: Second._IsBoundOnAnActorOnly = #isolation,
  file: StaticString = #fileID, line: UInt = #line
) -> TwoWayBinding {
  TwoWayBinding(
    first._end(on: isolation).boundEnd, second._end(on: isolation).boundEnd, start, policy, converter._local,
    on: isolation, file, line
  ).expectedToBeKept(file, line)
}
