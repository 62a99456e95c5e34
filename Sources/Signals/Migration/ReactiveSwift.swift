// Names of ReactiveSwift, so that the compiler's message gives the name here. None of them can be called.
// `Tests/Advice` contains a program and the expected message for each of them.

public import Dispatch

extension SignalConvertible where Value: Sendable {
  @available(*, unavailable, message: "The events are `.value(_)`, `.end(.finished)` and `.end(.failed(_))`.")
  @_disfavoredOverload
  public func subscribe(_ handler: (_ForeignReactiveSwiftEvent<Value>) -> Void) -> Endpoint { fatalError() }

  @available(*, unavailable, renamed: "subscribeValues(_:)")
  public func observeValues(_ handler: (Value) -> Void) -> Endpoint { fatalError() }

  @available(*, unavailable, renamed: "subscribeValues(_:)")
  public func startWithValues(_ handler: (Value) -> Void) -> Endpoint { fatalError() }

  @available(*, unavailable, message: "Use `subscribe(onValue:onEnd:)`, and look at the end.")
  public func startWithCompleted(_ handler: () -> Void) -> Endpoint { fatalError() }

  @available(*, unavailable, message: "Use `subscribe(onValue:onEnd:)`, and look at the end.")
  public func startWithFailed(_ handler: (any Error) -> Void) -> Endpoint { fatalError() }

  @available(*, unavailable, message: "Use `subscribe(onValue:onEnd:)`.")
  public func observeResult(_ handler: (Result<Value, any Error>) -> Void) -> Endpoint { fatalError() }

  @available(*, unavailable, message: "Use `subscribe(onValue:onEnd:)`.")
  public func startWithResult(_ handler: (Result<Value, any Error>) -> Void) -> Endpoint { fatalError() }

  @available(*, unavailable, message: "Use `removeDuplicates()`, for values that are `Equatable`.")
  public func skipRepeats() -> Signal<Value> { fatalError() }

  @available(*, unavailable, renamed: "removeDuplicates(by:)")
  public func skipRepeats(_ areSame: (Value, Value) -> Bool) -> Signal<Value> { fatalError() }

  @available(*, unavailable, message: "Use `uniqued()`, for values that are `Hashable`.")
  public func uniqueValues() -> Signal<Value> { fatalError() }

  @available(*, unavailable, renamed: "uniqued(on:)")
  public func uniqueValues<Key: Hashable & Sendable>(_ key: (Value) -> Key) -> Signal<Value> { fatalError() }

  @available(*, unavailable, renamed: "dropFirst(_:)")
  public func skip(first count: Int) -> Signal<Value> { fatalError() }

  @available(*, unavailable, renamed: "compact()")
  public func skipNil<Wrapped: Sendable>() -> Signal<Wrapped> where Value == Wrapped? { fatalError() }

  @available(*, unavailable, renamed: "prefix(_:)")
  public func take(first count: Int) -> Signal<Value> { fatalError() }

  @available(*, unavailable, renamed: "suffix(_:)")
  public func take(last count: Int) -> Signal<Value> { fatalError() }

  @available(*, unavailable, renamed: "pairwise()")
  public func combinePrevious() -> Signal<(Value, Value)> { fatalError() }

  @available(*, unavailable, message: "Use `prepend(_:)` and `pairwise()`.")
  public func combinePrevious(_ initial: Value) -> Signal<(Value, Value)> { fatalError() }

  @available(*, unavailable, renamed: "compactMap(_:)")
  public func filterMap<Output: Sendable>(_ transform: (Value) -> Output?) -> Signal<Output> { fatalError() }

  @available(*, unavailable, message: "Use `subscribeValues(for:_:)`, which ends with the owner.")
  public func take(duringLifetimeOf owner: AnyObject) -> Signal<Value> { fatalError() }

  @available(*, unavailable, renamed: "catch(_:)")
  public func flatMapError(_ recover: (any Error) -> Signal<Value>) -> Signal<Value> { fatalError() }

  @available(*, unavailable, renamed: "map(_:)")
  public func attemptMap<Output: Sendable>(_ transform: (Value) throws -> Output) -> Signal<Output> { fatalError() }

  // No `map(value:)`: the compiler would blame its label for almost any mistake in a closure of `map`.
  @available(*, unavailable, message: "Use `asyncMap` for an asynchronous closure.")
  @_disfavoredOverload
  public func map<Output: Sendable>(_ transform: (Value) async throws -> Output) -> Signal<Output> { fatalError() }

  @available(*, unavailable, renamed: "collect(_:)")
  public func collect(count: Int) -> Signal<[Value]> { fatalError() }

  @available(*, unavailable, message: "Use `withLatest(from:)` of the other signal.")
  public func sample<Other: Sendable>(
    with other: some SignalConvertible<Other>
  ) -> Signal<(Value, Other)> { fatalError() }

  @available(*, unavailable, renamed: "throttle(for:on:)")
  public func throttle(_ interval: Duration, on scheduler: some Scheduler) -> Signal<Value> { fatalError() }

  @available(*, unavailable, renamed: "debounce(for:on:)")
  public func debounce(_ interval: Duration, on scheduler: some Scheduler) -> Signal<Value> { fatalError() }

  @available(*, unavailable, renamed: "delay(for:on:)")
  public func delay(_ interval: Duration, on scheduler: some Scheduler) -> Signal<Value> { fatalError() }

  @available(*, unavailable, message: "Use `timeout(_:on:customError:)`.")
  public func timeout(
    after interval: Duration, raising error: any Error, on scheduler: some Scheduler
  ) -> Signal<Value> { fatalError() }

  @available(*, unavailable, renamed: "retry(_:)")
  public func retry(upTo count: Int) -> Signal<Value> { fatalError() }

  @available(*, unavailable, message: "Use `retry(_:delay:on:)`.")
  public func retry(upTo count: Int, interval: Duration, on scheduler: some Scheduler) -> Signal<Value> { fatalError() }

  @available(*, unavailable, renamed: "shared(replaying:)")
  public func replayLazily(upTo count: Int) -> Signal<Value> { fatalError() }

  @available(*, unavailable, message: "Leave the call out: the failure of a signal is any error.")
  public func promoteError() -> Signal<Value> { fatalError() }

  @available(*, unavailable, message: "Use `ignoreValues(as:)`.")
  public func promoteValue() -> Signal<Value> { fatalError() }

  @available(*, unavailable, renamed: "prepend(_:)")
  public func prefix(value: Value) -> Signal<Value> { fatalError() }

  @available(*, unavailable, renamed: "combineLatest(_:)")
  public func combineLatest<Other: Sendable>(
    with other: some SignalConvertible<Other>
  ) -> Signal<(Value, Other)> { fatalError() }

  @available(*, unavailable, renamed: "not()")
  public func negate() -> Signal<Bool> where Value == Bool { fatalError() }

  @available(*, unavailable, message: "Use `scan` and `map`.")
  public func scanMap<State, Output: Sendable>(
    _ initial: State, _ next: (State, Value) -> (State, Output)
  ) -> Signal<Output> { fatalError() }

  @available(*, unavailable, renamed: "log(_:)")
  public func logEvents(identifier: String = "") -> Signal<Value> { fatalError() }

  @available(*, unavailable, message: "Use `signal`, or leave the call out.")
  public var producer: Signal<Value> { fatalError() }
}

// Not for everything that has a signal, here and below: within a type of a user, it would hide the function `observe`.
extension Signal {
  @available(*, unavailable, message: "Use `subscribeValues(_:)`, or `subscribe(_:)` for the end, too.")
  public func observe(_ handler: (Event<Value>) -> Void) -> Endpoint { fatalError() }

  @available(
    *, unavailable,
    message: "Use `subscribe(_:)`, whose events are `.value(_)`, `.end(.finished)` and `.end(.failed(_))`."
  )
  @_disfavoredOverload
  public func observe(_ handler: (_ForeignReactiveSwiftEvent<Value>) -> Void) -> Endpoint { fatalError() }

  @available(*, unavailable, message: "Use a `subscribe` method: each subscription starts the signal.")
  public func start() -> Endpoint { fatalError() }

  @available(*, unavailable, message: "Use `subscribe(_:)`: each subscription starts the signal.")
  public func start(_ handler: (Event<Value>) -> Void) -> Endpoint { fatalError() }

  @available(
    *, unavailable,
    message: "Use `subscribe(_:)`, whose events are `.value(_)`, `.end(.finished)` and `.end(.failed(_))`."
  )
  @_disfavoredOverload
  public func start(_ handler: (_ForeignReactiveSwiftEvent<Value>) -> Void) -> Endpoint { fatalError() }

  @available(*, unavailable, message: "Use `handleEvents(onSubscribe:onValue:onEnd:)`.")
  public func on(
    starting: (() -> Void)? = nil, started: (() -> Void)? = nil, event: ((Event<Value>) -> Void)? = nil
  ) -> Signal<Value> { fatalError() }

  @available(*, unavailable, message: "Use `flatMap(_:_:)` with the strategy, or `switchToLatest()`.")
  public func flatten(_ strategy: FlatMapStrategy) -> Signal<Value.Value>
  where Value: SignalConvertible, Value.Value: Sendable { fatalError() }

  @available(*, unavailable, message: "Use `handleEvents(onSubscribe:onValue:onEnd:)`.")
  public func on(
    failed: ((any Error) -> Void)? = nil, completed: (() -> Void)? = nil, terminated: (() -> Void)? = nil,
    disposed: (() -> Void)? = nil, value: ((Value) -> Void)? = nil
  ) -> Signal<Value> { fatalError() }

  @available(*, unavailable, message: "Use `handleEvents(onValue:)`, whose closure may throw.")
  public func attempt(_ action: (Value) throws -> Void) -> Signal<Value> { fatalError() }

  @available(*, unavailable, renamed: "subscribe(on:)")
  public func start(on queue: DispatchQueue) -> Signal<Value> { fatalError() }

  @available(*, unavailable, message: "Use `ignoreValues(as:)` and `append(_:)`.")
  public func then<Output: Sendable>(_ next: some SignalConvertible<Output>) -> Signal<Output> { fatalError() }

  @available(*, unavailable, message: "Make a `SignalInput`; its `signal` is the output.")
  public static func pipe() -> (output: Signal<Value>, input: SignalInput<Value>) { fatalError() }
}

extension SignalInput {
  @available(*, unavailable, message: "Use `subscribeValues(_:)`, or `subscribe(_:)` for the end, too.")
  public func observe(_ handler: (Event<Value>) -> Void) -> Endpoint { fatalError() }

  @available(*, unavailable, renamed: "send(_:)")
  public func send(value: Value) { fatalError() }

  @available(*, unavailable, renamed: "fail(_:)")
  public func send(error: any Error) { fatalError() }

  @available(*, unavailable, renamed: "finish()")
  public func sendCompleted() { fatalError() }

  @available(*, unavailable, message: "Use `finish()`: there are two ends, the finish and a failure.")
  public func sendInterrupted() { fatalError() }
}

extension Cancellable {
  @available(*, unavailable, message: "Use `isActive`, which is the opposite.")
  public var isDisposed: Bool { fatalError() }
}

// Types of ReactiveSwift. In a file that imports ReactiveSwift, too, each name means the type there.

@available(*, unavailable, message: "Use `Property`, which SignalsKVO declares.")
public struct MutableProperty<Value> {
  public init(_ value: Value) { fatalError() }
}

@available(*, unavailable, message: "Use `Signal`: each subscription starts it anew.")
public struct SignalProducer<Value, Error> {
  public init(value: Value) { fatalError() }
}

/// The values that code for ReactiveSwift looks for in an event, so that its message isn't about them.
public enum _ForeignReactiveSwiftEvent<Value> {
  case value(Value)
  case failed(any Error)
  case completed
  case interrupted
}

@available(*, unavailable, message: "Use `CancellableBag`.")
public struct CompositeDisposable {
  public init() { fatalError() }
}

@available(*, unavailable, message: "Use `deliver(on: .main)`, or `deliverOnMain()`.")
public struct UIScheduler {
  public init() { fatalError() }
}

@available(*, unavailable, message: "Use a `DispatchQueue`.")
public struct QueueScheduler {
  public static var main: QueueScheduler { fatalError() }
}

@available(*, unavailable, message: "Assign to a variable of the type `Endpoint?`: its former endpoint is cancelled.")
public struct SerialDisposable {
  public init() { fatalError() }
}
