// The types of other libraries whose names the folders `Migration` declare, too. `.ci/advice` compiles this as a module.

public final class AnyCancellable: Hashable {
  public init() {}
  public static func == (a: AnyCancellable, b: AnyCancellable) -> Bool { a === b }
  public func hash(into hasher: inout Hasher) {}
}
public struct AnyPublisher<Output, Failure: Error> {}
public final class PassthroughSubject<Output, Failure: Error> { public init() {} }
public final class CurrentValueSubject<Output, Failure: Error> { public init(_ value: Output) {} }
public struct Just<Output> { public init(_ output: Output) {} }
public struct Empty<Output, Failure: Error> { public init() {} }
public struct Fail<Output, Failure: Error> { public init(error: Failure) {} }
public final class Future<Output, Failure: Error> {
  public init(_ attempt: (@escaping (Result<Output, Failure>) -> Void) -> Void) {}
}
public struct Deferred<Source> { public init(createPublisher: () -> Source) {} }
@propertyWrapper public struct Published<Value> {
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
  public var wrappedValue: Value
  public var projectedValue: Just<Value> { Just(wrappedValue) }
}
public protocol ObservableObject: AnyObject {}

public final class DisposeBag { public init() {} }
public final class PublishSubject<Element> { public init() {} }
public final class PublishRelay<Element> { public init() {} }
public final class BehaviorSubject<Element> { public init(value: Element) {} }
public final class BehaviorRelay<Element> { public init(value: Element) {} }
public final class ReplaySubject<Element> { public static func createUnbounded() -> ReplaySubject { ReplaySubject() } }
public final class MainScheduler { public static var instance: MainScheduler { MainScheduler() } }
public struct Disposables { public static func create() -> Disposables { Disposables() } }
public struct Driver<Element> { public init() {} }
public struct Single<Element> { public init() {} }

public final class MutableProperty<Value> { public init(_ value: Value) {} }
public struct SignalProducer<Value, Error> { public init(value: Value) {} }
public final class CompositeDisposable { public init() {} }
