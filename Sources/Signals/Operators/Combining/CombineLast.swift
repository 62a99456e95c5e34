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

/// Emits the last values of two signals together, when all of them have finished: see
/// ``combineLast(_:file:line:)->Signal<((Source).Value)>``.
// Beside the pack, because a closure that uses `$0.1` doesn't compile with that.
public func combineLast<First: Sendable, Second: Sendable>(
  _ first: some SignalConvertible<First>, _ second: some SignalConvertible<Second>,
  file: StaticString = #fileID, line: UInt = #line
) -> Signal<(First, Second)> {
  zipping(first.signal.last(), second.signal.last()).labeled("combineLast", file, line)
}

/// Emits the last values of three signals together, when all of them have finished: see
/// ``combineLast(_:file:line:)->Signal<((Source).Value)>``.
public func combineLast<First: Sendable, Second: Sendable, Third: Sendable>(
  _ first: some SignalConvertible<First>, _ second: some SignalConvertible<Second>,
  _ third: some SignalConvertible<Third>,
  file: StaticString = #fileID, line: UInt = #line
) -> Signal<(First, Second, Third)> {
  zipping(first.signal.last(), second.signal.last(), third.signal.last()).labeled("combineLast", file, line)
}

/// Emits the last values of all signals of an array together, in its order: see
/// ``combineLast(_:file:line:)->Signal<((Source).Value)>``.
///
/// If the array is empty, the result finishes at once.
public func combineLast<Value: Sendable>(
  _ signals: [Signal<Value>], file: StaticString = #fileID, line: UInt = #line
) -> Signal<[Value]> { zip(signals.map { $0.last() }).labeled("combineLast", file, line) }

/// Emits the last values of all sources of a collection together, in its order.
// Disfavored, so that the type checker takes an array of signals at once: see `combineLatest`.
@_disfavoredOverload
public func combineLast<Value: Sendable>(
  _ sources: some Sequence<some SignalConvertible<Value>>, file: StaticString = #fileID, line: UInt = #line
) -> Signal<[Value]> { combineLast(sources.map(\.signal), file: file, line: line) }

/// Emits the last values of all sources in an array together, in its order.
/// They may be of different types: properties, inputs and signals.
public func combineLast<Value: Sendable>(
  _ sources: [any SignalConvertible<Value>], file: StaticString = #fileID, line: UInt = #line
) -> Signal<[Value]> { combineLast(sources.map { $0.signal }).labeled("combineLast", file, line) }

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

/// Emits the result of `transform` for the last values of two signals: see ``combineLast(_:transform:file:line:)``.
public func combineLast<First: Sendable, Second: Sendable, Output>(
  _ first: some SignalConvertible<First>, _ second: some SignalConvertible<Second>,
  transform: @escaping @Sendable (First, Second) throws -> Output,
  file: StaticString = #fileID, line: UInt = #line
) -> Signal<Output> {
  combineLast(first, second).map { try transform($0.0, $0.1) }.labeled("combineLast", file, line)
}

/// Emits the result of `transform` for the last values of three signals: see ``combineLast(_:transform:file:line:)``.
public func combineLast<First: Sendable, Second: Sendable, Third: Sendable, Output>(
  _ first: some SignalConvertible<First>, _ second: some SignalConvertible<Second>,
  _ third: some SignalConvertible<Third>, transform: @escaping @Sendable (First, Second, Third) throws -> Output,
  file: StaticString = #fileID, line: UInt = #line
) -> Signal<Output> {
  combineLast(first, second, third).map { try transform($0.0, $0.1, $0.2) }.labeled("combineLast", file, line)
}
