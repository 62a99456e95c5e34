// Names of Combine, so that the compiler's message gives the name here. None of them can be called.
// `Tests/Advice` contains a program and the expected message for each of them.

public import Dispatch

extension SignalConvertible where Value: Sendable {
  @available(*, unavailable, message: "Use `subscribe(onValue:onEnd:)`.")
  public func sink(receiveCompletion: (_ForeignCompletion) -> Void, receiveValue: (Value) -> Void) -> Endpoint {
    fatalError()
  }

  @available(*, unavailable, renamed: "subscribeValues(_:)")
  public func sink(receiveValue: (Value) -> Void) -> Endpoint { fatalError() }

  @available(*, unavailable, renamed: "deliver(on:)")
  public func receive(on queue: DispatchQueue) -> Signal<Value> { fatalError() }

  @available(*, unavailable, message: "Use `deliver(on:)` with a `DispatchQueue`, or `deliverOnMain()`.")
  public func receive<Other>(on scheduler: Other) -> Signal<Value> { fatalError() }

  @available(*, unavailable, message: "Leave the call out: every operator returns a `Signal`.")
  public func eraseToAnyPublisher() -> Signal<Value> { fatalError() }

  @available(*, unavailable, message: "Leave the call out: the failure of a signal is any error.")
  public func setFailureType<Failure: Error>(to type: Failure.Type) -> Signal<Value> { fatalError() }

  @available(
    *, unavailable,
    message: "Use the function: `combineLatest(a, b, c)`. In an extension of a signal, write `Signals.combineLatest`."
  )
  public func combineLatest<Second: Sendable, Third: Sendable>(
    _ second: some SignalConvertible<Second>, _ third: some SignalConvertible<Third>
  ) -> Signal<(Value, Second, Third)> { fatalError() }

  @available(
    *, unavailable,
    message:
      "Use the function: `combineLatest(a, b, c) { … }`. In an extension of a signal, write `Signals.combineLatest`."
  )
  public func combineLatest<Second: Sendable, Third: Sendable, Output>(
    _ second: some SignalConvertible<Second>, _ third: some SignalConvertible<Third>,
    _ transform: (Value, Second, Third) throws -> Output
  ) -> Signal<Output> { fatalError() }

  @available(
    *, unavailable,
    message:
      "Use the function: `combineLatest(a, b, c, d)`. In an extension of a signal, write `Signals.combineLatest`."
  )
  public func combineLatest<Second: Sendable, Third: Sendable, Fourth: Sendable>(
    _ second: some SignalConvertible<Second>, _ third: some SignalConvertible<Third>,
    _ fourth: some SignalConvertible<Fourth>
  ) -> Signal<(Value, Second, Third, Fourth)> { fatalError() }

  @available(
    *, unavailable,
    message:
      "Use the function: `combineLatest(a, b, c, d) { … }`. In an extension of a signal, write `Signals.combineLatest`."
  )
  public func combineLatest<Second: Sendable, Third: Sendable, Fourth: Sendable, Output>(
    _ second: some SignalConvertible<Second>, _ third: some SignalConvertible<Third>,
    _ fourth: some SignalConvertible<Fourth>,
    _ transform: (Value, Second, Third, Fourth) throws -> Output
  ) -> Signal<Output> { fatalError() }

  @available(
    *, unavailable, message: "Use the function: `zip(a, b, c)`. In an extension of a signal, write `Signals.zip`."
  )
  public func zip<Second: Sendable, Third: Sendable>(
    _ second: some SignalConvertible<Second>, _ third: some SignalConvertible<Third>
  ) -> Signal<(Value, Second, Third)> { fatalError() }

  @available(
    *, unavailable, message: "Use the function: `zip(a, b, c) { … }`. In an extension of a signal, write `Signals.zip`."
  )
  public func zip<Second: Sendable, Third: Sendable, Output>(
    _ second: some SignalConvertible<Second>, _ third: some SignalConvertible<Third>,
    _ transform: (Value, Second, Third) throws -> Output
  ) -> Signal<Output> { fatalError() }

  @available(
    *, unavailable, message: "Use the function: `zip(a, b, c, d)`. In an extension of a signal, write `Signals.zip`."
  )
  public func zip<Second: Sendable, Third: Sendable, Fourth: Sendable>(
    _ second: some SignalConvertible<Second>, _ third: some SignalConvertible<Third>,
    _ fourth: some SignalConvertible<Fourth>
  ) -> Signal<(Value, Second, Third, Fourth)> { fatalError() }

  @available(
    *, unavailable,
    message: "Use the function: `zip(a, b, c, d) { … }`. In an extension of a signal, write `Signals.zip`."
  )
  public func zip<Second: Sendable, Third: Sendable, Fourth: Sendable, Output>(
    _ second: some SignalConvertible<Second>, _ third: some SignalConvertible<Third>,
    _ fourth: some SignalConvertible<Fourth>,
    _ transform: (Value, Second, Third, Fourth) throws -> Output
  ) -> Signal<Output> { fatalError() }

  @available(*, unavailable, renamed: "shared()")
  public func share() -> Signal<Value> { fatalError() }

  @available(*, unavailable, renamed: "multicast()")
  public func makeConnectable() -> ConnectableSignal<Value> { fatalError() }

  @available(*, unavailable, message: "Use `multicast()`, which needs no subject.")
  public func multicast<Subject>(subject: Subject) -> ConnectableSignal<Value> { fatalError() }

  @available(*, unavailable, renamed: "map(_:)")
  public func tryMap<Output: Sendable>(_ transform: (Value) throws -> Output) -> Signal<Output> { fatalError() }

  @available(*, unavailable, renamed: "compactMap(_:)")
  public func tryCompactMap<Output: Sendable>(_ transform: (Value) throws -> Output?) -> Signal<Output> { fatalError() }

  @available(*, unavailable, renamed: "filter(_:)")
  public func tryFilter(_ isIncluded: (Value) throws -> Bool) -> Signal<Value> { fatalError() }

  @available(*, unavailable, renamed: "scan(_:_:)")
  public func tryScan<Result: Sendable>(
    _ initial: Result, _ combine: (Result, Value) throws -> Result
  ) -> Signal<Result> { fatalError() }

  @available(*, unavailable, renamed: "reduce(_:_:)")
  public func tryReduce<Result: Sendable>(
    _ initial: Result, _ combine: (Result, Value) throws -> Result
  ) -> Signal<Result> { fatalError() }

  @available(*, unavailable, renamed: "catch(_:)")
  public func tryCatch(_ recover: (any Error) throws -> Signal<Value>) -> Signal<Value> { fatalError() }

  @available(*, unavailable, renamed: "removeDuplicates(by:)")
  public func tryRemoveDuplicates(by areSame: (Value, Value) throws -> Bool) -> Signal<Value> { fatalError() }

  @available(*, unavailable, renamed: "drop(while:)")
  public func tryDrop(while isLeftOut: (Value) throws -> Bool) -> Signal<Value> { fatalError() }

  @available(*, unavailable, renamed: "prefix(while:)")
  public func tryPrefix(while isIncluded: (Value) throws -> Bool) -> Signal<Value> { fatalError() }

  @available(*, unavailable, renamed: "first(where:)")
  public func tryFirst(where isWanted: (Value) throws -> Bool) -> Signal<Value> { fatalError() }

  @available(*, unavailable, renamed: "last(where:)")
  public func tryLast(where isWanted: (Value) throws -> Bool) -> Signal<Value> { fatalError() }

  @available(*, unavailable, renamed: "contains(where:)")
  public func tryContains(where isWanted: (Value) throws -> Bool) -> Signal<Bool> { fatalError() }

  @available(*, unavailable, renamed: "allSatisfy(_:)")
  public func tryAllSatisfy(_ isFine: (Value) throws -> Bool) -> Signal<Bool> { fatalError() }

  @available(*, unavailable, renamed: "min(by:)")
  public func tryMin(by areInIncreasingOrder: (Value, Value) throws -> Bool) -> Signal<Value> { fatalError() }

  @available(*, unavailable, renamed: "max(by:)")
  public func tryMax(by areInIncreasingOrder: (Value, Value) throws -> Bool) -> Signal<Value> { fatalError() }

  @available(*, unavailable, renamed: "ignoreValues()")
  public func ignoreOutput() -> Signal<Never> { fatalError() }

  @available(*, unavailable, renamed: "element(at:)")
  public func output(at index: Int) -> Signal<Value> { fatalError() }

  @available(*, unavailable, message: "Use `dropFirst(_:)` and `prefix(_:)`.")
  public func output(in range: some RangeExpression<Int>) -> Signal<Value> { fatalError() }

  @available(
    *, unavailable, renamed: "debounce(for:on:)", message: "Instead of a run loop, use `DispatchQueue.main`."
  )
  public func debounce<Other>(for interval: Duration, scheduler: Other) -> Signal<Value> { fatalError() }

  @available(
    *, unavailable,
    message: "Use `throttle(for:latest:on:)`, with `DispatchQueue.main` instead of a run loop."
  )
  public func throttle<Other>(
    for interval: Duration, scheduler: Other, latest: Bool
  ) -> Signal<Value> { fatalError() }

  @available(*, unavailable, message: "Use `collect(every:on:)`, or `collect(_:orEvery:on:)` with a count.")
  public func collect(_ strategy: _ForeignGrouping) -> Signal<[Value]> { fatalError() }

  @available(
    *, unavailable, renamed: "delay(for:on:)", message: "Instead of a run loop, use `DispatchQueue.main`."
  )
  public func delay<Other>(for interval: Duration, scheduler: Other) -> Signal<Value> { fatalError() }

  @available(
    *, unavailable, renamed: "timeout(_:on:customError:)", message: "Instead of a run loop, use `DispatchQueue.main`."
  )
  public func timeout<Other>(
    _ interval: Duration, scheduler: Other, customError: (() -> any Error)?
  ) -> Signal<Value> { fatalError() }

  @available(*, unavailable, renamed: "measureInterval(on:)")
  public func measureInterval(using scheduler: some Scheduler) -> Signal<Duration> { fatalError() }

  @available(*, unavailable, message: "Use `handleEvents(onSubscribe:onValue:onEnd:)`.")
  public func handleEvents(
    receiveOutput: (Value) -> Void, receiveCompletion: ((_ForeignCompletion) -> Void)? = nil,
    receiveCancel: (() -> Void)? = nil
  ) -> Signal<Value> { fatalError() }

  @available(*, unavailable, message: "Use `handleEvents(onSubscribe:onValue:onEnd:)`.")
  public func handleEvents(receiveCompletion: (_ForeignCompletion) -> Void) -> Signal<Value> { fatalError() }

  @available(*, unavailable, message: "Use a strategy: `flatMap(.concat) { … }`, or `flatMap(.merge(limit: 2)) { … }`.")
  public func flatMap<Source: SignalConvertible>(
    maxPublishers demand: _ForeignDemand, _ transform: (Value) throws -> Source
  ) -> Signal<Source.Value> { fatalError() }

  @available(*, unavailable, message: "Set a breakpoint in the closure of `handleEvents(onEnd:)`.")
  public func breakpointOnError() -> Signal<Value> { fatalError() }

  @available(*, unavailable, message: "Decode in a closure of `map`, which may throw.")
  public func decode<Item: Sendable, Decoder>(type: Item.Type, decoder: Decoder) -> Signal<Item> { fatalError() }

  @available(*, unavailable, message: "Encode in a closure of `map`, which may throw.")
  public func encode<Encoder>(encoder: Encoder) -> Signal<[UInt8]> { fatalError() }
}

extension Signal {
  @available(*, unavailable, message: "Set a breakpoint in a closure of `handleEvents(onSubscribe:onValue:onEnd:)`.")
  public func breakpoint(
    receiveSubscription: (() -> Bool)? = nil, receiveOutput: ((Value) -> Bool)? = nil,
    receiveCompletion: ((_ForeignCompletion) -> Bool)? = nil
  ) -> Signal<Value> { fatalError() }

  @available(*, unavailable, message: "A `Property` or `derived { }` has one. For a signal, use `firstValue()`.")
  public var value: Value { fatalError() }
}

extension SignalInput {
  @available(*, unavailable, message: "Use `finish()` or `fail(_:)`.")
  public func send(completion: _ForeignCompletion) { fatalError() }
}

extension Signal {
  @available(*, unavailable, renamed: "from(async:)")
  public static func from<Source: AsyncSequence>(
    _ source: Source
  ) -> Signal<Value> where Source.Element == Value { fatalError() }

  @available(*, unavailable, message: "Use `Signal.from(_:)`.")
  public init(_ elements: some Sequence<Value>) { fatalError() }

  @available(*, unavailable, message: "Use `Signal.from(async:)`.")
  public init<Source: AsyncSequence>(_ source: Source) where Source.Element == Value { fatalError() }

  @available(*, unavailable, message: "Use `Signal.just(_:)` for one value, and a `Property` for a value that changes.")
  @_disfavoredOverload
  public init(_ value: Value) { fatalError() }
}

// Types of Combine. In a file that imports Combine, too, each name means the type there, since the compiler prefers a declaration
// that is available.

@available(*, unavailable, message: "Use `Endpoint`, or any `Cancellable`.")
public struct AnyCancellable: Hashable {
  public init() { fatalError() }
  public init(_ cancel: @escaping () -> Void) { fatalError() }
}

@available(*, unavailable, message: "Use `Signal`, whose failure is any error.")
public struct AnyPublisher<Output, Failure: Error> {}

@available(*, unavailable, message: "Use `SignalInput`.")
public struct PassthroughSubject<Output, Failure: Error> {
  public init() { fatalError() }
}

@available(*, unavailable, message: "Use `Property`, which SignalsKVO declares.")
public struct CurrentValueSubject<Output, Failure: Error> {
  public init(_ value: Output) { fatalError() }
}

@available(*, unavailable, message: "Use `Signal.just(_:)`.")
public struct Just<Value: Sendable>: SignalProvider {
  public init(_ output: Value) { fatalError() }
  public var signal: Signal<Value> { fatalError() }
}

@available(*, unavailable, message: "Use `Signal.empty()`.")
public struct Empty<Value: Sendable, Failure: Error>: SignalProvider {
  public init(completeImmediately: Bool = true) { fatalError() }
  public var signal: Signal<Value> { fatalError() }
}

@available(*, unavailable, message: "Use `Signal.failed(_:)`.")
public struct Fail<Value: Sendable, Failure: Error>: SignalProvider {
  public init(error: Failure) { fatalError() }
  public var signal: Signal<Value> { fatalError() }
}

@available(*, unavailable, message: "Use `Signal.future(_:)`, or `Signal.async(_:)` for asynchronous code.")
public struct Future<Value: Sendable, Failure: Error>: SignalProvider {
  public init(_ attempt: (@escaping (Result<Value, Failure>) -> Void) -> Void) { fatalError() }
  public var signal: Signal<Value> { fatalError() }
}

@available(*, unavailable, message: "Use `Signal.deferred(_:)`.")
public struct Deferred<Source> {
  public init(createPublisher: () -> Source) { fatalError() }
}

@available(*, unavailable, message: "Use `@Observed`, which SignalsKVO declares.")
@propertyWrapper
public struct Published<Value> {
  public init(wrappedValue: Value) { fatalError() }
  public var wrappedValue: Value { fatalError() }
}

@available(*, unavailable, message: "Leave it out: a class with `@Observed` properties needs no protocol.")
public protocol ObservableObject {}

extension Sequence where Element: Sendable {
  @available(*, unavailable, message: "Use `Signal.from(_:)`.")
  public var publisher: Signal<Element> { fatalError() }
}

/// The values that code for Combine looks for in a completion, so that its message isn't about them.
public enum _ForeignCompletion {
  case finished
  case failure(any Error)
}

@available(*, unavailable, message: "Use the functions: `combineLatest(a, b)`, `merge(a, b)` and `zip(a, b)`.")
public enum Publishers {
  public struct CombineLatest<First, Second> { public init(_ first: First, _ second: Second) { fatalError() } }
  public struct Merge<First, Second> { public init(_ first: First, _ second: Second) { fatalError() } }
  public struct Zip<First, Second> { public init(_ first: First, _ second: Second) { fatalError() } }
}

/// The strategies of `collect(_:)` in Combine.
public struct _ForeignGrouping {
  public static func byTime<Scheduler>(_ scheduler: Scheduler, _ interval: Duration) -> Self { fatalError() }
  public static func byTimeOrCount<Scheduler>(_ scheduler: Scheduler, _ interval: Duration, _ count: Int) -> Self {
    fatalError()
  }
}

/// The demand that code for Combine states.
public struct _ForeignDemand {
  public static var unlimited: Self { fatalError() }
  public static func max(_ count: Int) -> Self { fatalError() }
}
