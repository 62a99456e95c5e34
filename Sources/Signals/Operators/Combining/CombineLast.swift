/// Emits the last values of all signals together, when all of them have finished, then finishes.
///
/// ![A marble diagram of combineLast](combineLast)
///
/// If a signal finishes without a value, the result finishes at once, since the last values can't be complete; if one
/// fails, the result fails at once. Both cancel the others. Without signals, the result finishes at once.
///
/// ```swift
/// let page = combineLast(profile.load(), friends.load(), photos.load())
/// ```
@_disfavoredOverload
public func combineLast<each Source: SignalConvertible>(
  _ sources: repeat each Source, file: StaticString = #fileID, line: UInt = #line
) -> Signal<(repeat (each Source).Value)> where repeat (each Source).Value: Sendable {
  zipping(repeat (each sources).signal.last()).labeled("combineLast", file, line)
}

/// Emits the last values of all signals of a collection together, in its order: see
/// ``combineLast(_:file:line:)->Signal<((Source).Value)>``.
///
/// If the collection is empty, the result finishes at once.
public func combineLast<Value: Sendable>(
  _ sources: some Sequence<some SignalConvertible<Value>>, file: StaticString = #fileID, line: UInt = #line
) -> Signal<[Value]> {
  zip(sources.map { $0.signal.last() }).labeled("combineLast", file, line)
}

/// Emits the result of `transform` for the last values of all signals: see
/// ``combineLast(_:file:line:)->Signal<((Source).Value)>``. If `transform` throws, the signal fails with the thrown
/// error.
///
/// ```swift
/// let page = combineLast(profile.load(), friends.load()) { profile, friends in Page(profile, friends) }
/// ```
@_disfavoredOverload
public func combineLast<each Source: SignalConvertible, Output>(
  _ sources: repeat each Source, transform: @escaping @Sendable (repeat (each Source).Value) throws -> Output,
  file: StaticString = #fileID, line: UInt = #line
) -> Signal<Output> where repeat (each Source).Value: Sendable {
  zipping(repeat (each sources).signal.last()).applying(transform).labeled("combineLast", file, line)
}
