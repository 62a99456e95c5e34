// Names of RxSwift and RxCocoa, so that the compiler's message gives the name here. None of them can be called.
// `Tests/Advice` contains a program and the expected message for each of them.

public import Dispatch

extension SignalConvertible where Value: Sendable {
  @available(*, unavailable, message: "Use `subscribeValues(_:)`, or `subscribe(onValue:onEnd:)` for the end.")
  public func subscribe(
    onNext: (Value) -> Void, onError: ((any Error) -> Void)? = nil, onCompleted: (() -> Void)? = nil,
    onDisposed: (() -> Void)? = nil
  ) -> Endpoint { fatalError() }

  @available(*, unavailable, message: "The events are `.value(_)`, `.end(.finished)` and `.end(.failed(_))`.")
  @_disfavoredOverload
  public func subscribe(_ handler: (_ForeignEvent<Value>) -> Void) -> Endpoint { fatalError() }

  @available(*, unavailable, message: "Use `subscribeValues { _ in }`.")
  public func subscribe() -> Endpoint { fatalError() }

  @available(*, unavailable, message: "Use `subscribeValues(for:_:)`.")
  public func subscribe<Owner: AnyObject>(
    with owner: Owner, onNext: (Owner, Value) -> Void, onError: ((Owner, any Error) -> Void)? = nil,
    onCompleted: ((Owner) -> Void)? = nil, onDisposed: ((Owner) -> Void)? = nil
  ) -> Endpoint { fatalError() }

  @available(*, unavailable, message: "Use `deliverOnMain()` and `subscribeValues(_:)`.")
  public func drive(onNext: (Value) -> Void, onCompleted: (() -> Void)? = nil) -> Endpoint { fatalError() }

  // Disfavored, so that a closure is no target, here and below.
  @_disfavoredOverload
  @available(*, unavailable, message: "Use `assign(to:)`, or `assign(to:on:)` with a key path.")
  public func drive<Target>(_ target: Target) -> Endpoint { fatalError() }

  @available(*, unavailable, renamed: "subscribe(on:)")
  public func subscribeOn(_ queue: DispatchQueue) -> Signal<Value> { fatalError() }

  @available(*, unavailable, message: "Use `signal`, or leave the call out.")
  public func asObservable() -> Signal<Value> { fatalError() }

  @available(*, unavailable, message: "Use `signal`, or leave the call out.")
  public func asInfallible() -> Signal<Value> { fatalError() }

  @available(*, unavailable, message: "Use `deliverOnMain()`, and `shared(replaying: 1)` to share it.")
  public func asDriver() -> Signal<Value> { fatalError() }

  @available(
    *, unavailable, message: "Use `replaceError(with:)` and `deliverOnMain()`, and `shared(replaying: 1)` to share it."
  )
  public func asDriver(onErrorJustReturn value: Value) -> Signal<Value> { fatalError() }

  @available(*, unavailable, renamed: "single()")
  public func asSingle() -> Signal<Value> { fatalError() }

  @available(*, unavailable, message: "Use `removeDuplicates()`, for values that are `Equatable`.")
  public func distinctUntilChanged() -> Signal<Value> { fatalError() }

  @available(*, unavailable, renamed: "removeDuplicates(on:)")
  public func distinctUntilChanged(
    at keyPath: KeyPath<Value, some Equatable & Sendable>
  ) -> Signal<Value> { fatalError() }

  @available(*, unavailable, renamed: "removeDuplicates(by:)")
  public func distinctUntilChanged(_ areSame: (Value, Value) throws -> Bool) -> Signal<Value> { fatalError() }

  @available(*, unavailable, message: "Use `removeDuplicates(on:)` with a key path, or `removeDuplicates(by:)`.")
  public func distinctUntilChanged<Key: Equatable>(_ key: (Value) throws -> Key) -> Signal<Value> { fatalError() }

  @available(*, unavailable, message: "Use `flatMap(.latest)`.")
  public func flatMapLatest<Output: Sendable>(
    _ transform: (Value) throws -> Signal<Output>
  ) -> Signal<Output> { fatalError() }

  @available(*, unavailable, message: "Use `flatMap(.first)`.")
  public func flatMapFirst<Output: Sendable>(
    _ transform: (Value) throws -> Signal<Output>
  ) -> Signal<Output> { fatalError() }

  @available(*, unavailable, message: "Use `flatMap(.concat)`.")
  public func concatMap<Output: Sendable>(
    _ transform: (Value) throws -> Signal<Output>
  ) -> Signal<Output> { fatalError() }

  @available(*, unavailable, renamed: "compact()")
  public func filterNil<Wrapped: Sendable>() -> Signal<Wrapped> where Value == Wrapped? { fatalError() }

  @available(*, unavailable, renamed: "compact()")
  public func unwrap<Wrapped: Sendable>() -> Signal<Wrapped> where Value == Wrapped? { fatalError() }

  @available(*, unavailable, message: "Use `uniqued()`, for values that are `Hashable`.")
  public func distinct() -> Signal<Value> { fatalError() }

  @available(*, unavailable, renamed: "merge(with:)")
  public func merge(_ other: some SignalConvertible<Value>) -> Signal<Value> { fatalError() }

  @available(*, unavailable, renamed: "switchToLatest()")
  public func switchLatest() -> Signal<Value.Value> where Value: SignalConvertible, Value.Value: Sendable {
    fatalError()
  }

  @available(*, unavailable, message: "Use `flatMap(.merge(limit:))`.")
  public func merge(
    maxConcurrent limit: Int
  ) -> Signal<Value.Value> where Value: SignalConvertible, Value.Value: Sendable { fatalError() }

  @available(*, unavailable, renamed: "prepend(_:)")
  public func startWith(_ values: Value...) -> Signal<Value> { fatalError() }

  @available(*, unavailable, message: "Use `handleEvents(onSubscribe:onValue:onEnd:)`.")
  public func `do`(
    onNext: ((Value) throws -> Void)? = nil, onError: ((any Error) throws -> Void)? = nil,
    onCompleted: (() throws -> Void)? = nil, onSubscribe: (() -> Void)? = nil, onDispose: (() -> Void)? = nil
  ) -> Signal<Value> { fatalError() }

  @available(*, unavailable, renamed: "dropFirst(_:)")
  public func skip(_ count: Int) -> Signal<Value> { fatalError() }

  @available(*, unavailable, renamed: "drop(while:)")
  public func skip(while isLeftOut: (Value) throws -> Bool) -> Signal<Value> { fatalError() }

  @available(*, unavailable, renamed: "drop(while:)")
  public func skipWhile(_ isLeftOut: (Value) throws -> Bool) -> Signal<Value> { fatalError() }

  @available(*, unavailable, renamed: "drop(untilOutputFrom:)")
  public func skip<Other: Sendable>(until other: some SignalConvertible<Other>) -> Signal<Value> { fatalError() }

  @available(*, unavailable, renamed: "drop(untilOutputFrom:)")
  public func skipUntil<Other: Sendable>(_ other: some SignalConvertible<Other>) -> Signal<Value> { fatalError() }

  @available(*, unavailable, renamed: "dropFirst(for:on:)")
  public func skip(_ interval: Duration, scheduler: some Scheduler) -> Signal<Value> { fatalError() }

  @available(*, unavailable, renamed: "prefix(_:)")
  public func take(_ count: Int) -> Signal<Value> { fatalError() }

  @available(*, unavailable, renamed: "prefix(while:)")
  public func take(while isIncluded: (Value) throws -> Bool) -> Signal<Value> { fatalError() }

  @available(*, unavailable, renamed: "prefix(while:)")
  public func takeWhile(_ isIncluded: (Value) throws -> Bool) -> Signal<Value> { fatalError() }

  @available(*, unavailable, renamed: "prefix(untilOutputFrom:)")
  public func take<Other: Sendable>(until other: some SignalConvertible<Other>) -> Signal<Value> { fatalError() }

  @available(*, unavailable, renamed: "prefix(untilOutputFrom:)")
  public func takeUntil<Other: Sendable>(_ other: some SignalConvertible<Other>) -> Signal<Value> { fatalError() }

  @available(*, unavailable, renamed: "prefix(for:on:)")
  public func take(for interval: Duration, scheduler: some Scheduler) -> Signal<Value> { fatalError() }

  @available(*, unavailable, renamed: "suffix(_:)")
  public func takeLast(_ count: Int) -> Signal<Value> { fatalError() }

  @available(*, unavailable, renamed: "element(at:)")
  public func elementAt(_ index: Int) -> Signal<Value> { fatalError() }

  @available(*, unavailable, message: "Use a closure: `map { _ in value }`.")
  public func mapTo<Output: Sendable>(_ value: Output) -> Signal<Output> { fatalError() }

  @available(*, unavailable, renamed: "ignoreValues()")
  public func ignoreElements() -> Signal<Never> { fatalError() }

  @available(*, unavailable, renamed: "collect()")
  public func toArray() -> Signal<[Value]> { fatalError() }

  @available(*, unavailable, message: "Use `withLatest(from: other) { $1 }`; without a closure, it emits pairs.")
  public func withLatestFrom<Other: Sendable>(
    _ other: some SignalConvertible<Other>
  ) -> Signal<Other> { fatalError() }

  @available(*, unavailable, renamed: "withLatest(from:transform:)")
  public func withLatestFrom<Other: Sendable, Output: Sendable>(
    _ other: some SignalConvertible<Other>, resultSelector: (Value, Other) throws -> Output
  ) -> Signal<Output> { fatalError() }

  @available(*, unavailable, message: "Use `subscribeValues(for:_:)`, or capture the object weakly.")
  public func withUnretained<Owner: AnyObject & Sendable>(_ owner: Owner) -> Signal<(Owner, Value)> { fatalError() }

  @available(*, unavailable, renamed: "sample(on:)")
  public func sample<Other: Sendable>(_ trigger: some SignalConvertible<Other>) -> Signal<Value> { fatalError() }

  @available(*, unavailable, renamed: "race(with:)")
  public func amb(_ other: some SignalConvertible<Value>) -> Signal<Value> { fatalError() }

  @available(*, unavailable, renamed: "catch(_:)")
  public func catchError(_ recover: (any Error) throws -> Signal<Value>) -> Signal<Value> { fatalError() }

  @available(*, unavailable, renamed: "replaceError(with:)")
  public func catchErrorJustReturn(_ value: Value) -> Signal<Value> { fatalError() }

  @available(*, unavailable, renamed: "replaceError(with:)")
  public func catchAndReturn(_ value: Value) -> Signal<Value> { fatalError() }

  @available(*, unavailable, message: "Use `retry(when:)`.")
  public func retryWhen<Trigger: Sendable>(
    _ trigger: (Signal<any Error>) -> Signal<Trigger>
  ) -> Signal<Value> { fatalError() }

  @available(*, unavailable, renamed: "shared(replaying:)")
  public func share(replay count: Int) -> Signal<Value> { fatalError() }

  @available(*, unavailable, message: "Use `shared(replaying:)`.")
  public func share(replay count: Int = 0, scope: _ForeignScope) -> Signal<Value> { fatalError() }

  @available(*, unavailable, message: "Use `shared(replaying:)`, or `multicast()`.")
  public func replay(_ count: Int) -> ConnectableSignal<Value> { fatalError() }

  @available(*, unavailable, message: "Use `playback()`.")
  public func replayAll() -> ConnectableSignal<Value> { fatalError() }

  @available(*, unavailable, renamed: "multicast()")
  public func publish() -> ConnectableSignal<Value> { fatalError() }

  @available(*, unavailable, renamed: "debounce(for:on:)")
  public func debounce(_ interval: Duration, scheduler: some Scheduler) -> Signal<Value> { fatalError() }

  @available(*, unavailable, renamed: "delay(for:on:)")
  public func delay(_ interval: Duration, scheduler: some Scheduler) -> Signal<Value> { fatalError() }

  @available(*, unavailable, renamed: "delaySubscription(for:on:)")
  public func delaySubscription(_ interval: Duration, scheduler: some Scheduler) -> Signal<Value> { fatalError() }

  @available(*, unavailable, renamed: "throttle(for:on:)")
  public func throttle(_ interval: Duration, scheduler: some Scheduler) -> Signal<Value> { fatalError() }

  @available(*, unavailable, renamed: "timeout(_:on:)")
  public func timeout(_ interval: Duration, scheduler: some Scheduler) -> Signal<Value> { fatalError() }

  @available(*, unavailable, message: "Use `collect(_:orEvery:on:)`.")
  public func buffer(timeSpan: Duration, count: Int, scheduler: some Scheduler) -> Signal<[Value]> { fatalError() }

  @available(*, unavailable, message: "Use `windows(every:on:)`.")
  public func window(
    timeSpan: Duration, count: Int, scheduler: some Scheduler
  ) -> Signal<Signal<Value>> { fatalError() }

  @available(*, unavailable, renamed: "replaceEmpty(with:)")
  public func ifEmpty(default value: Value) -> Signal<Value> { fatalError() }

  @available(*, unavailable, message: "Use `groupBy(_:)`.")
  public func groupBy<Key: Hashable & Sendable>(
    keySelector: (Value) throws -> Key
  ) -> Signal<(key: Key, signal: Signal<Value>)> { fatalError() }
}

extension Signal {
  @available(*, unavailable, message: "Use `deliverOnMain()` and `subscribeValues(_:)`.")
  public func emit(onNext: (Value) -> Void, onCompleted: (() -> Void)? = nil) -> Endpoint { fatalError() }

  @available(*, unavailable, renamed: "subscribeValues(_:)")
  public func bind(onNext: (Value) -> Void) -> Endpoint { fatalError() }

  @_disfavoredOverload
  @available(*, unavailable, message: "Use `assign(to:)`, or `assign(to:on:)` with a key path.")
  public func bind<Target>(to target: Target) -> Endpoint { fatalError() }

  @available(*, unavailable, message: "Use `subscribeValues(_:)` with a closure that sends the value.")
  public func bind(to target: SignalInput<Value>) -> Endpoint { fatalError() }

  @available(*, unavailable, renamed: "deliver(on:)")
  public func observe(on queue: DispatchQueue) -> Signal<Value> { fatalError() }

  @available(*, unavailable, renamed: "deliver(on:)")
  public func observeOn(_ queue: DispatchQueue) -> Signal<Value> { fatalError() }

  @available(*, unavailable, renamed: "log(_:)")
  public func debug(_ label: String = "") -> Signal<Value> { fatalError() }

  @available(*, unavailable, renamed: "failed(_:)")
  public static func error(_ error: any Error) -> Signal<Value> { fatalError() }

  @available(*, unavailable, renamed: "generate(_:)")
  public static func create<Disposable>(_ subscribe: (Emitter<Value>) -> Disposable) -> Signal<Value> { fatalError() }

  @available(
    *, unavailable, message: "Use the function: `merge(a, b)`. In an extension of a signal, write `Signals.merge`."
  )
  public static func merge(_ sources: any SignalConvertible<Value>...) -> Signal<Value> { fatalError() }

  @available(
    *, unavailable,
    message: "Use the function: `combineLatest(a, b)`. In an extension of a signal, write `Signals.combineLatest`."
  )
  public static func combineLatest<First, Second>(
    _ first: some SignalConvertible<First>, _ second: some SignalConvertible<Second>
  ) -> Signal<Value> where Value == (First, Second) { fatalError() }

  @available(*, unavailable, message: "Use `just(_:)` and `repeat(_:)`.")
  public static func repeatElement(_ value: Value) -> Signal<Value> { fatalError() }
}

// Of one type, so that the compiler need not find out what the values are. Not `zip` and `concat`: within an extension of a signal,
// they would hide the functions.
extension Signal where Value == Never {
  @available(*, unavailable, message: "Use the function: `combineLatest(a, b) { … }`.")
  public static func combineLatest<First, Second, Output>(
    _ first: some SignalConvertible<First>, _ second: some SignalConvertible<Second>,
    resultSelector: (First, Second) throws -> Output
  ) -> Signal<Output> { fatalError() }

  @available(*, unavailable, message: "Use the function: `combineLatest(a, b, c)`.")
  public static func combineLatest<First, Second, Third>(
    _ first: some SignalConvertible<First>, _ second: some SignalConvertible<Second>,
    _ third: some SignalConvertible<Third>
  ) -> Signal<(First, Second, Third)> { fatalError() }

  @available(*, unavailable, message: "Use the function: `combineLatest(a, b, c) { … }`.")
  public static func combineLatest<First, Second, Third, Output>(
    _ first: some SignalConvertible<First>, _ second: some SignalConvertible<Second>,
    _ third: some SignalConvertible<Third>, resultSelector: (First, Second, Third) throws -> Output
  ) -> Signal<Output> { fatalError() }
}

extension ConnectableSignal {
  @available(*, unavailable, renamed: "autoconnect()")
  public func refCount() -> Signal<Value> { fatalError() }
}

extension Signal where Value == Int {
  @available(*, unavailable, renamed: "timer(every:on:)")
  public static func interval(_ interval: Duration, scheduler: some Scheduler) -> Signal<Int> { fatalError() }

  @available(*, unavailable, message: "Use `from(_:)` with a range: `Signal.from(1...10)`.")
  public static func range(start: Int, count: Int) -> Signal<Int> { fatalError() }
}

extension SignalInput {
  @available(*, unavailable, renamed: "deliver(on:)")
  public func observe(on queue: DispatchQueue) -> Signal<Value> { fatalError() }

  @available(*, unavailable, renamed: "subscribeValues(_:)")
  public func bind(onNext: (Value) -> Void) -> Endpoint { fatalError() }

  @_disfavoredOverload
  @available(*, unavailable, message: "Use `assign(to:)`, or `assign(to:on:)` with a key path.")
  public func bind<Target>(to target: Target) -> Endpoint { fatalError() }

  @available(*, unavailable, message: "Use `subscribeValues(_:)` with a closure that sends the value.")
  public func bind(to target: SignalInput<Value>) -> Endpoint { fatalError() }

  @available(*, unavailable, renamed: "send(_:)")
  public func onNext(_ value: Value) { fatalError() }

  @available(*, unavailable, renamed: "fail(_:)")
  public func onError(_ error: any Error) { fatalError() }

  @available(*, unavailable, renamed: "finish()")
  public func onCompleted() { fatalError() }

  @available(*, unavailable, renamed: "send(_:)")
  public func accept(_ value: Value) { fatalError() }
}

extension Emitter {
  @available(*, unavailable, renamed: "send(_:)")
  public func onNext(_ value: Value) { fatalError() }

  @available(*, unavailable, renamed: "fail(_:)")
  public func onError(_ error: any Error) { fatalError() }

  @available(*, unavailable, renamed: "finish()")
  public func onCompleted() { fatalError() }
}

extension Cancellable {
  @available(*, unavailable, renamed: "store(in:)")
  public func disposed(by bag: CancellableBag) { fatalError() }

  @available(*, unavailable, renamed: "cancel()")
  public func dispose() { fatalError() }

  @available(*, unavailable, renamed: "cancel()")
  public func invalidate() { fatalError() }
}

extension Signal {
  @available(*, unavailable, message: "Use `Signal.generate(_:)`.")
  public init(_ subscribe: (Emitter<Value>) -> Void) { fatalError() }
}

// Types of RxSwift and RxRelay, but for `Observable`, which is a name of the standard library. In a file that imports RxSwift,
// too, each name means the type there.

@available(*, unavailable, message: "Use `CancellableBag`.")
public struct DisposeBag {
  public init() { fatalError() }
}

@available(*, unavailable, message: "Use `SignalInput`.")
public struct PublishSubject<Element> {
  public init() { fatalError() }
}

@available(*, unavailable, message: "Use `SignalInput`.")
public struct PublishRelay<Element> {
  public init() { fatalError() }
}

@available(*, unavailable, message: "Use `Property`, which SignalsKVO declares.")
public struct BehaviorSubject<Element> {
  public init(value: Element) { fatalError() }
}

@available(*, unavailable, message: "Use `Property`, which SignalsKVO declares.")
public struct BehaviorRelay<Element> {
  public init(value: Element) { fatalError() }
}

@available(*, unavailable, message: "Use `SignalInput` and `playback()`, or `shared(replaying:)`.")
public struct ReplaySubject<Element> {
  public static func create(bufferSize: Int) -> ReplaySubject { fatalError() }
  public static func createUnbounded() -> ReplaySubject { fatalError() }
}

@available(*, unavailable, message: "Use `Signal`, with `deliverOnMain()` and `shared(replaying: 1)`.")
public struct Driver<Element> {}

@available(*, unavailable, message: "Use `Signal`, with `single()`.")
public struct Single<Element> {}

@available(*, unavailable, message: "Use `Signal`: it may finish without a value.")
public struct Maybe<Element> {}

@available(*, unavailable, message: "Use `Signal<Never>`.")
public struct Completable {}

@available(*, unavailable, message: "Use `DispatchQueue.main`, or `deliverOnMain()`.")
public struct MainScheduler {
  public static var instance: DispatchQueue { fatalError() }
  public static var asyncInstance: DispatchQueue { fatalError() }
}

@available(*, unavailable, message: "Leave it out: `Emitter.whenEnded(_:)` takes what is to be done at the end.")
public struct Disposables {
  public static func create() -> Disposables { fatalError() }
  public static func create(with dispose: @escaping () -> Void) -> Disposables { fatalError() }
}

@available(*, unavailable, message: "Use `Endpoint`, which cancels when it is released.")
public struct Disposable {}

/// The values that code for RxSwift looks for in an event, so that its message isn't about them.
public enum _ForeignEvent<Value> {
  case next(Value)
  case error(any Error)
  case completed
}

/// The scopes of `share(replay:scope:)` in RxSwift.
public enum _ForeignScope {
  case whileConnected
  case forever
}
