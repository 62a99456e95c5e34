// Names of ReactiveKit and Bond, so that the compiler's message gives the name here. None of them can be called.
// `Tests/Advice` contains a program and the expected message for each of them.

public import Dispatch

/// The values that code for ReactiveKit looks for in an event, so that its message isn't about them.
public enum _ForeignReactiveKitEvent<Value> {
  case next(Value)
  case failed(any Error)
  case completed
}

/// Those that look like events of this library, and are none.
public enum _ForeignMixedEvent<Value> {
  case value(Value)
  case end
  case failed(any Error)
  case failure(any Error)
  case error(any Error)
  case finished
}

extension SignalConvertible where Value: Sendable {
  @available(*, unavailable, message: "The events are `.value(_)`, `.end(.finished)` and `.end(.failed(_))`.")
  @_disfavoredOverload
  public func subscribe(_ handler: (_ForeignReactiveKitEvent<Value>) -> Void) -> Endpoint { fatalError() }

  // Generic, so that the compiler prefers the one for ReactiveSwift where both fit.
  @available(*, unavailable, message: "The events are `.value(_)`, `.end(.finished)` and `.end(.failed(_))`.")
  @_disfavoredOverload
  public func subscribe<Result>(_ handler: (_ForeignMixedEvent<Value>) -> Result) -> Endpoint { fatalError() }

  @available(*, unavailable, renamed: "subscribeValues(_:)")
  public func observeNext(with handler: (Value) -> Void) -> Endpoint { fatalError() }

  @available(*, unavailable, message: "Use `subscribe(onValue:onEnd:)`, and look at the end.")
  public func observeCompleted(with handler: () -> Void) -> Endpoint { fatalError() }

  @available(*, unavailable, message: "Use `subscribe(onValue:onEnd:)`, and look at the end.")
  public func observeFailed(with handler: (any Error) -> Void) -> Endpoint { fatalError() }

  @available(*, unavailable, renamed: "compact()")
  public func ignoreNils<Wrapped: Sendable>() -> Signal<Wrapped> where Value == Wrapped? { fatalError() }

  @available(*, unavailable, renamed: "replaceNil(with:)")
  public func replaceNils<Wrapped: Sendable>(
    with value: Wrapped
  ) -> Signal<Wrapped> where Value == Wrapped? { fatalError() }

  @available(*, unavailable, message: "Use a closure: `map { _ in value }`.")
  public func replaceElements<Output: Sendable>(with value: Output) -> Signal<Output> { fatalError() }

  @available(*, unavailable, renamed: "prefix(_:)")
  public func prefix(maxLength count: Int) -> Signal<Value> { fatalError() }

  @available(*, unavailable, renamed: "suffix(_:)")
  public func suffix(maxLength count: Int) -> Signal<Value> { fatalError() }

  @available(*, unavailable, renamed: "dropLast(_:)")
  public func skip(last count: Int) -> Signal<Value> { fatalError() }

  @available(*, unavailable, message: "Use `pairwise()`, which begins with the second value.")
  public func zipPrevious() -> Signal<(Value?, Value)> { fatalError() }

  @available(*, unavailable, message: "Use `flatMap(.concat)`.")
  public func flatMapConcat<Output: Sendable>(
    _ transform: (Value) throws -> Signal<Output>
  ) -> Signal<Output> { fatalError() }

  @available(*, unavailable, renamed: "flatMap(_:)")
  public func flatMapMerge<Output: Sendable>(
    _ transform: (Value) throws -> Signal<Output>
  ) -> Signal<Output> { fatalError() }

  @available(*, unavailable, renamed: "race(with:)")
  public func amb(with other: some SignalConvertible<Value>) -> Signal<Value> { fatalError() }

  @available(*, unavailable, renamed: "replaceEmpty(with:)")
  public func defaultIfEmpty(_ value: Value) -> Signal<Value> { fatalError() }

  @available(*, unavailable, message: "Use `handleEvents(onSubscribe:onValue:onEnd:)`.")
  public func doOn(
    next: ((Value) -> Void)? = nil, start: (() -> Void)? = nil, failed: ((any Error) -> Void)? = nil,
    completed: (() -> Void)? = nil, disposed: (() -> Void)? = nil
  ) -> Signal<Value> { fatalError() }

  @available(*, unavailable, renamed: "collect(_:)")
  public func buffer(size: Int) -> Signal<[Value]> { fatalError() }

  @available(*, unavailable, renamed: "collect(_:)")
  public func buffer(ofSize size: Int) -> Signal<[Value]> { fatalError() }

  @available(*, unavailable, message: "Use `collect(_:)`, which emits arrays.")
  public func window(ofSize size: Int) -> Signal<Signal<Value>> { fatalError() }

  @available(*, unavailable, message: "Use `flatMap` with `Signal.from(_:)`.")
  public func flattenElements<Element: Sendable>() -> Signal<Element> where Value: Sequence<Element> { fatalError() }

  @available(*, unavailable, renamed: "replaceError(with:)")
  public func recover(with value: Value) -> Signal<Value> { fatalError() }

  @available(*, unavailable, message: "Use `catch { _ in .empty() }`.")
  public func suppressError(logging: Bool) -> Signal<Value> { fatalError() }

  @available(*, unavailable, message: "Use `append(.never())`, and `catch` for the failure.")
  public func ignoreTerminal() -> Signal<Value> { fatalError() }

  @available(*, unavailable, message: "Use `materialize()`, which emits events.")
  public func mapToResult() -> Signal<Result<Value, any Error>> { fatalError() }

  @available(*, unavailable, renamed: "retry(_:)")
  public func retry(times count: Int) -> Signal<Value> { fatalError() }

  @available(*, unavailable, renamed: "shared(replaying:)")
  public func share(limit count: Int) -> Signal<Value> { fatalError() }

  @available(*, unavailable, renamed: "shared(replaying:)")
  public func shareReplay(limit count: Int) -> Signal<Value> { fatalError() }

  @available(*, unavailable, message: "Use `shared(replaying:)`, or `multicast()`.")
  public func replay(limit count: Int) -> ConnectableSignal<Value> { fatalError() }

  @available(*, unavailable, message: "Leave the call out: every operator returns a `Signal`.")
  public func eraseType() -> Signal<Value> { fatalError() }

  @available(*, unavailable, message: "Use `signal`, or leave the call out.")
  public func toSignal() -> Signal<Value> { fatalError() }

  @available(*, unavailable, message: "Leave the call out: the failure of a signal is any error.")
  public func castError() -> Signal<Value> { fatalError() }

  @available(*, unavailable, message: "Use `handleEvents(onValue:)`.")
  public func feedNext<Target>(into target: Target) -> Signal<Value> { fatalError() }

  @available(*, unavailable, message: "Use `handleEvents(onEnd:)`.")
  public func feedError<Target>(into target: Target) -> Signal<Value> { fatalError() }

  @available(*, unavailable, message: "Use `handleEvents(onSubscribe:onValue:onEnd:)`.")
  public func feedActivity<Target>(into target: Target) -> Signal<Value> { fatalError() }

  @available(*, unavailable, renamed: "subscribe(on:)")
  public func executeIn(_ queue: DispatchQueue) -> Signal<Value> { fatalError() }

  @available(*, unavailable, renamed: "subscribe(on:)")
  public func executeOn(_ queue: DispatchQueue) -> Signal<Value> { fatalError() }

  @available(*, unavailable, renamed: "debounce(for:on:)")
  public func debounce(for interval: Duration, queue: DispatchQueue) -> Signal<Value> { fatalError() }

  @available(*, unavailable, renamed: "throttle(for:on:)")
  public func throttle(for interval: Duration, queue: DispatchQueue) -> Signal<Value> { fatalError() }

  @available(*, unavailable, renamed: "delay(for:on:)")
  public func delay(interval: Duration, on queue: DispatchQueue) -> Signal<Value> { fatalError() }
}

extension Signal {
  @available(*, unavailable, renamed: "prepend(_:)")
  public func start(with value: Value) -> Signal<Value> { fatalError() }

  @available(*, unavailable, renamed: "withLatest(from:)")
  public func with<Other: Sendable>(
    latestFrom other: some SignalConvertible<Other>
  ) -> Signal<(Value, Other)> { fatalError() }

  @available(*, unavailable, renamed: "deliver(on:)")
  public func observeIn(_ queue: DispatchQueue) -> Signal<Value> { fatalError() }

  @available(*, unavailable, renamed: "empty()")
  public static func completed() -> Signal<Value> { fatalError() }
}

extension Cancellable {
  @available(*, unavailable, renamed: "store(in:)")
  public func dispose(in bag: CancellableBag) { fatalError() }
}

extension CancellableBag {
  @available(*, unavailable, renamed: "insert(_:)")
  public func add(disposable: any Cancellable) { fatalError() }

  @available(*, unavailable, renamed: "insert(_:)")
  public func add(_ cancellable: any Cancellable) { fatalError() }
}

extension SignalInput {
  @available(*, unavailable, renamed: "finish()")
  public func complete() { fatalError() }
}
