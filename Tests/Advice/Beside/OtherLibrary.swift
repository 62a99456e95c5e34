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

public final class MutableProperty<Value> { public init(_ value: Value) {} }
public struct SignalProducer<Value, Error> { public init(value: Value) {} }
public final class CompositeDisposable { public init() {} }
