/// Binds two properties of objects to each other, by one line (B1).
///
/// ```swift
/// let binding = bind(viewModel, \.recipientFirstName, to: package, \.recipient.firstName)
/// ```
///
/// From then on both hold the same value, whichever of them is set: one set of one is one set of the other, and none comes
/// back (B2). Any key path that can be written will do; it is followed as by a ``KeyValueObserver``, so where an object on the way
/// is replaced, the binding goes on with the new one, and its value counts. What a setter makes of a value (a clamp, a trim) is
/// written back, once.
///
/// Both objects live in the isolation in which this is called. Neither is kept alive; when one goes, the binding is over and
/// the other object is untouched (B6). Chains and rings of bindings settle.
///
/// - Parameters:
///   - first: the object with the first end.
///   - firstPath: the way from it to its value.
///   - second: the object with the second end.
///   - secondPath: the way from it to its value.
///   - start: which end gives the first value: the one named by `to:` if nothing is said (B3).
///   - policy: what counts if both ends change at once.
///   - isolation: the actor on which the objects live: that of the code that calls this.
/// - Returns: what keeps the binding. Releasing it ends it.
@inlinable
@inline(__always)
public func bind<First: AnyObject, Second: AnyObject, Value>(
  _ first: First, _ firstPath: @escaping @autoclosure () -> ReferenceWritableKeyPath<First, Value>, to second: Second,
  _ secondPath: @escaping @autoclosure () -> ReferenceWritableKeyPath<Second, Value>,
  initially start: BindingStart = .fromSecond,
  conflicts policy: ConflictPolicy<Value, Value> = .lastWriter, isolation: isolated (any Actor)? = #isolation
) -> TwoWayBinding {
  TwoWayBinding(
    together: PathTerminal(first, firstPath(), home: Home(isolation), isResident: true),
    PathTerminal(second, secondPath(), home: Home(isolation), isResident: true), start, policy, on: isolation)
}

/// Binds two properties of objects that hold the same thing in two forms (B4): see ``Converter``.
///
/// ```swift
/// let binding = bind(viewModel, \.amount, to: package, \.weight, converting: Converter(
///   forward: { try Weight($0) }, backward: { $0.description }))
/// ```
///
/// All else is as without a converter.
@inlinable
@inline(__always)
public func bind<First: AnyObject, Second: AnyObject, FirstValue, SecondValue>(
  _ first: First, _ firstPath: @escaping @autoclosure () -> ReferenceWritableKeyPath<First, FirstValue>,
  to second: Second,
  _ secondPath: @escaping @autoclosure () -> ReferenceWritableKeyPath<Second, SecondValue>,
  initially start: BindingStart = .fromSecond,
  conflicts policy: ConflictPolicy<FirstValue, SecondValue> = .lastWriter,
  converting converter: some Converting<FirstValue, SecondValue>, isolation: isolated (any Actor)? = #isolation
) -> TwoWayBinding {
  TwoWayBinding(
    together: PathTerminal(first, firstPath(), home: Home(isolation), isResident: true),
    PathTerminal(second, secondPath(), home: Home(isolation), isResident: true), start, policy, converter._conversion,
    on: isolation)
}
